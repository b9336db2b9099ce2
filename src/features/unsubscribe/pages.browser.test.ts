// The pages in a real browser: without scripts, in both colour schemes, without external resources.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { contrastsOf, useBrowserPages } from './fixtures/browser-pages.ts'
import { pageUrl } from './fixtures/recipient.ts'

const test = useTestApp()
const open = useBrowserPages(test, { viewport: { width: 390, height: 700 } })

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
    const contrasts = await contrastsOf(page, "document.querySelectorAll('h1, p, button, footer')")
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
