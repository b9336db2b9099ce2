import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openPage } from './browser.ts'

const PAGE = `<!doctype html><title>A page</title><link rel="icon" href="data:,">
<img src="http://pictures.invalid/a.png"><script>console.error('first'); throw new Error('second')</script>`

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(PAGE)
})

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
})
afterAll(() => server.close())

it('opens a page and records what it does wrong', async () => {
  const browser = await openBrowser()
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { page, foreignRequests, consoleErrors } = await openPage(browser, url)
    expect(await page.title()).toBe('A page')
    expect(foreignRequests).toEqual(['http://pictures.invalid/a.png'])
    expect(consoleErrors).toContain('first')
    expect(consoleErrors.join()).toContain('second')
  } finally {
    await browser.close()
  }
})
