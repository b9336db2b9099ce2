// The pages in a real browser: without scripts, in both colour schemes, without external resources.
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../test/support/browser/browser.ts'
import { buildContact, inFreshProject, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { pageUrl } from './fixtures/recipient.ts'

const test = useTestApp()
let browser: Browser
let home: string
beforeAll(async () => {
  browser = await openBrowser()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  home = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})
afterAll(() => browser.close())

async function open(
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(home)) problems.push(request.url())
  })
  await page.goto(home + url)
  return { page, problems }
}

/** A project with a long name and address, which must not break the page. */
async function buildRecipient(
  data: Record<string, unknown> = {},
): Promise<{ fresh: TestApp; contactId: string; email: string }> {
  const fresh = await inFreshProject(test)
  await call(fresh, ['PATCH', '/project'], {
    body: { name: 'Acme Newsletters', postalAddress: 'Acme Ltd, 12 Example Street\n10115 Berlin\nGermany' },
  })
  const { id, email } = await buildContact(fresh, { data })
  return { fresh, contactId: id, email }
}

// As text, because it runs in the page. WCAG 2.2, 1.4.3: relative luminance of text and of the ground behind it.
const CONTRASTS = `() => {
  const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((value) => {
    const part = Number(value) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = (color) => { const [r, g, b] = channels(color); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
  const ground = (element) => {
    const color = getComputedStyle(element).backgroundColor
    return color === 'rgba(0, 0, 0, 0)' && element.parentElement ? ground(element.parentElement) : color
  }
  return [...document.querySelectorAll('h1, p, button, footer')].map((element) => {
    const [light, dark] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  })
}`

describe('the unsubscribe page in a browser', () => {
  it('works without scripts, by keyboard alone, there and back', async () => {
    const { fresh, contactId, email } = await buildRecipient()
    const url = pageUrl(fresh, { purpose: 'unsubscribe', contactId })
    const { page, problems } = await open(url, { javaScriptEnabled: false })
    await page.getByRole('heading', { name: 'Unsubscribe?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    expect((await readContact(fresh, email))?.subscribed).toBe(false)
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
    expect((await readContact(fresh, email))?.subscribed).toBe(true)
    expect(problems).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read in the %s scheme', async (colorScheme) => {
    const { fresh, contactId } = await buildRecipient()
    const { page, problems } = await open(pageUrl(fresh, { purpose: 'unsubscribe', contactId }), {
      colorScheme,
    })
    const contrasts = await page.evaluate<number[]>(`(${CONTRASTS})()`)
    expect(contrasts).toHaveLength(5)
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
    expect(problems).toEqual([])
  })

  it('fits a narrow screen, with a button that a thumb can hit', async () => {
    const { fresh, contactId } = await buildRecipient({ locale: 'pl' })
    const url = pageUrl(fresh, { purpose: 'unsubscribe', contactId })
    const { page } = await open(url, { viewport: { width: 320, height: 600 } })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    const box = await page.getByRole('button').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  })

  it('runs from right to left in Arabic', async () => {
    const { fresh, contactId } = await buildRecipient({ locale: 'ar' })
    const { page } = await open(pageUrl(fresh, { purpose: 'unsubscribe', contactId }))
    const heading = await page.getByRole('heading').boundingBox()
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('h1')).direction")).toBe(
      'rtl',
    )
    expect(heading?.width).toBeGreaterThan(0)
  })
})
