// The preference page in a real browser, on a phone and without scripts: what people do there, and whether they can read it.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, readContact } from '../../../../test/support/factories.ts'
import { buildTemplate, buildTopic } from '../../../../test/support/feature-steps.ts'
import { call } from '../../../../test/support/requests.ts'
import { sendOne, SENDER } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { LANGUAGES } from '../../../platform/text/languages.ts'
import { contrastsOf, useBrowserPages } from '../fixtures/browser-pages.ts'

const test = useTestApp()
const PHONE = { width: 360, height: 740 }

const open = useBrowserPages(test, { viewport: PHONE, locale: 'en' })

type Recipient = { app: TestApp; email: string; urlOf: (page: 'unsubscribe' | 'manage') => string }

/** Somebody who got an email about news, and the links of its footer. */
async function buildRecipient(settings: Record<string, unknown> = {}): Promise<Recipient> {
  const app = await inFreshProject(test)
  await call(app, ['PATCH', '/project'], {
    body: {
      name: 'Acme Garden Shop',
      postalAddress: 'Acme Ltd, 12 Example Street\n10115 Berlin',
      ...settings,
    },
  })
  await buildTopic(app, {
    key: 'news',
    name: 'Monthly news',
    description: 'What is new in the shop and in our garden, once a month.',
  })
  await buildTopic(app, { key: 'offers', name: 'Offers', description: 'Up to three times a week.' })
  await buildTopic(app, { key: 'workshops', name: 'Workshops', optIn: 'explicit' })
  const { email } = await buildContact(app, { email: 'ada.lovelace@example.com' })
  const fields = {
    type: 'MARKETING',
    topic: 'news',
    subject: 'News',
    body: '<p>New tools.</p>',
    from: SENDER,
  }
  const { id: template } = await buildTemplate(app, fields)
  const { email: emailId } = await sendOne(app, { to: email, template, subject: undefined, body: undefined })
  const { html } = (await call(app, ['GET', `/emails/${emailId}/content`])).json<{ html: string }>()
  const urlOf = (page: string) => new RegExp(`href="[^"]*(/${page}/[\\w-]+)"`).exec(html)?.[1] ?? 'no link'
  return { app, email, urlOf }
}

/** Everything that has text of its own. */
const TEXTS = `[...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))`

/** The heights of all that can be tapped; a switch is tapped by its row. */
const TARGET_HEIGHTS = `() => [...document.querySelectorAll('button, label.row, summary, a')].map(
  (element) => element.getBoundingClientRect().height)`

describe('the preference page in a browser', () => {
  it('lets people leave one topic of an email, without scripts', async () => {
    const { app, email, urlOf } = await buildRecipient()
    const { page, problems } = await open(urlOf('unsubscribe'), { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Choose what you receive' }).click()
    await page.getByRole('heading', { name: 'Your email preferences' }).waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(2)
    // The row is the target, not the switch alone.
    await page.getByText('Up to three times a week.').click()
    await page.getByRole('switch', { name: 'Workshops' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'Your choices are saved.' }).waitFor()
    expect(await page.getByRole('switch', { name: 'Offers' }).isChecked()).toBe(false)
    expect(await readContact(app, email)).toMatchObject({
      subscribed: true,
      topics: { offers: false, workshops: true },
    })
    expect(problems).toEqual([])
  })

  it('lets people pause for 30 days, and end the pause', async () => {
    const { app, email, urlOf } = await buildRecipient()
    const { page, problems } = await open(urlOf('manage'), { javaScriptEnabled: false })
    await page.getByRole('radio', { name: 'Pause for 30 days' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: 'Stay paused until', checked: true }).waitFor()
    expect((await readContact(app, email))?.pausedUntil).not.toBeNull()
    await page.reload()
    await page.getByRole('radio', { name: 'End the pause now' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: 'No pause', checked: true }).waitFor()
    expect(await readContact(app, email)).toMatchObject({ subscribed: true, topics: {}, pausedUntil: null })
    expect(problems).toEqual([])
  })

  it('lets people leave everything and come back, by keyboard alone', async () => {
    const { app, email, urlOf } = await buildRecipient()
    const { page } = await open(`${urlOf('manage')}?lang=de`, { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Von allem abmelden' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sie sind abgemeldet' }).waitFor()
    expect((await readContact(app, email))?.subscribed).toBe(false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sie sind angemeldet' }).waitFor()
    expect((await readContact(app, email))?.subscribed).toBe(true)
  })

  it('lets people choose a language, which stays', async () => {
    const { urlOf } = await buildRecipient()
    const { page } = await open(urlOf('manage'), { javaScriptEnabled: false, locale: 'fr-FR' })
    await page.getByRole('heading', { name: 'Vos préférences d’e-mail' }).waitFor()
    await page.getByText('Langue').click()
    await page.getByRole('link', { name: 'Polski' }).click()
    await page.getByRole('heading', { name: 'Twoje ustawienia e-mail' }).waitFor()
    await page.getByRole('button', { name: 'Zapisz' }).click()
    await page.getByText('Twój wybór został zapisany.').waitFor()
    expect(page.url()).toMatch(/\?saved=true&lang=pl$/)
  })

  it.each(
    (['light', 'dark'] as const).flatMap((scheme) =>
      [null, '#ffff66', '#0f766e', '#111111'].map((color) => [scheme, color] as const),
    ),
  )('can be read in the %s scheme with the colour %s', async (colorScheme, brandColor) => {
    const { urlOf } = await buildRecipient({ brandColor })
    const { page, problems } = await open(`${urlOf('manage')}?saved=true`, { colorScheme })
    await page.locator('summary').click()
    expect(Math.min(...(await contrastsOf(page, TEXTS)))).toBeGreaterThanOrEqual(4.5)
    expect(problems).toEqual([])
  })

  it.each(LANGUAGES)('fits a phone in %s, with targets for a thumb', async (language) => {
    const { urlOf } = await buildRecipient({ name: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2) })
    const { page } = await open(`${urlOf('manage')}?lang=${language}`)
    await page.locator('summary').click()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      PHONE.width,
    )
    const heights = await page.evaluate<number[]>(`(${TARGET_HEIGHTS})()`)
    expect(heights).toHaveLength(2 + 6 + 1 + 11)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })
})
