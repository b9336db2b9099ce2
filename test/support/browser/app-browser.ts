// A browser for the pages of the app itself, without a node: for tests of one feature.
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../test-app.ts'
import { openBrowser } from './browser.ts'

/** `home`: where the app listens. */
export type AppBrowser = { browser: Browser; home: string }

/** For a whole test file. */
export function useAppBrowser(test: TestApp): AppBrowser {
  const started = {} as AppBrowser
  beforeAll(async () => {
    started.browser = await openBrowser()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    started.home = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => started.browser.close())
  return started
}
