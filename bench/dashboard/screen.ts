// The dashboard of the stage's node in a headless Chromium, with its owner signed in. The browser shares the cores with
// the node and its database, and draws without a graphics card: a person's machine is faster.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../test/support/browser/browser.ts'
import type { Stage } from '../harness/stage.ts'

const OWNER = { email: 'owner@example.com', password: 'correct horse battery' }

/** The settings with which the node creates its owner at the start. */
export const OWNER_SETTINGS = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }

// The pages are built once per version, in some seconds. Ten times that is not slow but stuck.
const BUILD_MS = 120_000
const LOOK_AGAIN_MS = 200

export type Screen = Stage & {
  /** Where a page of the project is, such as `/contacts`. */
  urlOf: (below: string) => string
  /** A tab of a browser that has loaded nothing yet but is signed in. It is closed with the browser. */
  openTab: () => Promise<Page>
}

export async function withScreen(stage: Stage, work: (screen: Screen) => Promise<void>): Promise<void> {
  await waitForPages(stage)
  // Cookies belong to the host that the banner names.
  const home = stage.node.address.replace('127.0.0.1', 'localhost')
  const browser = await openBrowser()
  try {
    const { project, storageState } = await signIn(browser, home)
    await work({
      ...stage,
      urlOf: (below) => `${project}${below}`,
      async openTab() {
        const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
        return context.newPage()
      },
    })
  } finally {
    await browser.close()
  }
}

/** A node answers calls while its pages are still being built. */
async function waitForPages({ node }: Stage): Promise<void> {
  const limit = performance.now() + BUILD_MS
  while ((await fetch(`${node.address}/sign-in`)).status !== 200) {
    if (performance.now() > limit) throw new Error('the node has not built its pages')
    await wait(LOOK_AGAIN_MS)
  }
}

/** Once for all tabs: signing in is slow by design. */
async function signIn(browser: Browser, home: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${home}/sign-in`)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/app\/p\/[^/]+/)
  const project = /^.*\/app\/p\/[^/?#]+/.exec(page.url())?.[0] ?? ''
  const storageState = await context.storageState()
  await context.close()
  return { project, storageState }
}
