// Consent as marketers meet it: double opt-in, why somebody would get an email or not, and what they may be sent.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard, watch } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole, writeBody } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

type Contact = { id: string; email: string; subscriptionState: string; topics: Record<string, boolean> }

async function readContact(name: string): Promise<Contact> {
  const answer = await ask(dashboard.node, `GET /contacts?email=${name}@example.com`)
  const [contact] = answer.json<{ contacts: Contact[] }>().contacts
  if (!contact) throw new Error(`there is no contact ${name}`)
  return contact
}

async function create(path: string, body: object): Promise<string> {
  const answer = await ask(dashboard.node, `POST ${path}`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  const made = answer.json<{ id?: string; data?: { id: string } }>()
  return made.id ?? made.data?.id ?? ''
}

const NEWS = {
  subject: 'News',
  body: '<p>News</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
  topic: 'news',
}

const choose = async (field: Locator, option: string | RegExp): Promise<void> => {
  await field.click()
  await dashboard.page.getByRole('option', { name: option }).click()
}

/** A gate in the answer to "Why?". */
const gateOf = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dashboard.page.getByText(name, { exact: true }) })

async function expectOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)).toBe(false)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

beforeAll(async () => {
  await create('/topics', { key: 'news', name: 'Product news', optIn: 'implied' })
  await create('/topics', { key: 'offers', name: 'Offers', optIn: 'explicit' })
  for (const [name, fields] of Object.entries({
    ada: { subscribed: true },
    ben: { subscribed: true, topics: { news: false } },
    cleo: { subscribed: false },
  })) {
    await ask(dashboard.node, 'POST /contacts', { body: { email: `${name}@example.com`, ...fields } })
  }
})

describe('double opt-in in the settings', () => {
  const readOptIn = async () =>
    (await ask(dashboard.node, 'GET /project')).json<{ doubleOptIn: object }>().doubleOptIn

  it('needs a sender, and says so', async () => {
    const { page } = dashboard
    await open('/settings?tab=opt-in')
    expect(await page.getByRole('link', { name: 'How double opt-in works' }).getAttribute('href')).toContain(
      '/docs',
    )
    const enabled = page.getByRole('switch', { name: 'Everyone who signs up confirms by a link' })
    await page.getByText('Off: new people are subscribed at once.').waitFor()
    await expectOnPhone(page)
    await enabled.click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('alert').getByText('Needs a sender for the confirmations').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'the settings of the project' }).click()
    await page.getByLabel('Default sender').fill('hello@shop.test')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings were saved.').waitFor()
    forgetRefusals(422)
    expectNoProblems()
  })

  it('takes a template with the link, and no other', async () => {
    const { page } = dashboard
    const fields = { type: 'TRANSACTIONAL', subject: 'Please confirm' }
    await create('/templates', { ...fields, name: 'Without link', body: '<p>Hello</p>' })
    await create('/templates', { ...fields, type: 'MARKETING', name: 'Marketing', body: '<p>Hello</p>' })
    const body = '<p><a href="{{ confirmUrl }}">Confirm</a></p>'
    const templateId = await create('/templates', { ...fields, name: 'With link', body })
    await open('/settings?tab=opt-in')
    await page.getByRole('switch', { name: 'Everyone who signs up confirms by a link' }).click()
    const template = page.getByRole('combobox', { name: 'Email', exact: true })
    await template.click()
    expect(await page.getByRole('option', { name: 'Marketing' }).count()).toBe(0)
    await page.getByRole('option', { name: 'Without link' }).click()
    await page.getByLabel('Page after confirming').fill('shop')
    await page.getByLabel('Days that the link works').fill('31')
    await page.getByText('Must be a URL that begins with https:// or http://').waitFor()
    await page.getByText('Must be at most 30').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Page after confirming').fill('https://shop.test/welcome')
    await page.getByLabel('Days that the link works').fill('14')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Must contain {{ confirmUrl }}, the link that confirms').waitFor()
    await choose(template, 'With link')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings of double opt-in were saved.').waitFor()
    await page.getByRole('link', { name: 'Open the template' }).waitFor()
    const saved = { enabled: true, templateId, redirectUrl: 'https://shop.test/welcome', expiresDays: 14 }
    expect(await readOptIn()).toEqual(saved)
    await expectAccessible(page)
    forgetRefusals(422)
    expectNoProblems()
  })

  it('warns if no confirmation can leave any more', async () => {
    const { page } = dashboard
    await ask(dashboard.node, 'PATCH /project', { body: { doubleOptIn: { templateId: null } } })
    await ask(dashboard.node, 'PATCH /project', { body: { defaultFrom: null } })
    await open('/settings?tab=opt-in')
    await page.getByRole('note').getByText('The project has no sender').waitFor()
    await expectAccessible(page)
    await ask(dashboard.node, 'PATCH /project', { body: { defaultFrom: 'hello@shop.test' } })
    expectNoProblems()
  })

  it('makes contacts wait, which their pages say in plain words', async () => {
    const { page } = dashboard
    await ask(dashboard.node, 'POST /contacts', { body: { email: 'dan@example.com', confirm: true } })
    const { id, subscriptionState } = await readContact('dan')
    expect(subscriptionState).toBe('PENDING')
    await open('/contacts')
    await page
      .getByRole('row', { name: /dan@example.com/ })
      .getByText('Asked to confirm')
      .waitFor()
    await open(`/contacts/${id}`)
    await page.getByText(/^Not yet: asked to confirm/).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('the page of a contact', () => {
  it('says whether we may write to this person, and why', async () => {
    const { page } = dashboard
    await open(`/contacts/${(await readContact('ada')).id}`)
    await page.getByText(/^Yes: subscribed.*, in Product news\.$/).waitFor()
    await open(`/contacts/${(await readContact('ben')).id}`)
    await page.getByText(/^Yes: subscribed.*, but in no topic\.$/).waitFor()
    await open(`/contacts/${(await readContact('cleo')).id}`)
    await page.getByText(/^No: /).waitFor()
    await expectOnPhone(page)
    expectNoProblems()
  })

  it('shows a pause, which can be ended', async () => {
    const { page } = dashboard
    const { id } = await readContact('ada')
    const pausedUntil = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await ask(dashboard.node, `PATCH /contacts/${id}`, { body: { pausedUntil } })
    await open(`/contacts/${id}`)
    await page.getByText(/^Paused until .+\d{4}/).waitFor()
    await page.getByText(/^Yes: subscribed.*; paused until .+\d{4}\.$/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'End the pause' }).click()
    await page.getByText('The pause is over.').waitFor()
    await page.getByText(/^Yes: subscribed.*, in Product news\.$/).waitFor()
    expect(await page.getByText(/^Paused until/).count()).toBe(0)
    const contact = (await ask(dashboard.node, `GET /contacts/${id}`)).json()
    expect(contact).toMatchObject({ pausedUntil: null })
    expectNoProblems()
  })

  it('gives everything about the person as a file', async () => {
    const { page } = dashboard
    const { id } = await readContact('ada')
    await open(`/contacts/${id}`)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export everything about this person' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe(`contact-${id}.json`)
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as object
    expect(file).toMatchObject({ contact: { id, email: 'ada@example.com' } })
    await page.getByText('The file with everything about this person was saved.').waitFor()
    expectNoProblems()
  })
})

describe('why?', () => {
  it('is asked on the page of a contact about a campaign, a workflow or a topic', async () => {
    const { page } = dashboard
    await create('/campaigns', { ...NEWS, name: 'June issue' })
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config: { ...NEWS, audienceType: undefined } }]
    await create('/workflows', { name: 'Greeting', eventName: 'signed.up', steps })
    await open(`/contacts/${(await readContact('ben')).id}`)
    await page.getByRole('button', { name: 'Would they get…?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Would they get it?' })
    const subject = dialog.getByRole('combobox', { name: /^Campaign, workflow or topic/ })
    await choose(subject, 'June issue')
    await dialog.getByRole('status').getByText('Would not get it').waitFor()
    await dialog.getByText('Stopped by: Topic.').waitFor()
    const topic = gateOf(dialog, 'Topic')
    await topic.getByText('Stops it').waitFor()
    await topic.getByText('The contact left the topic news').waitFor()
    await topic.getByText(/^since/).waitFor()
    const names = await dialog.getByRole('listitem').locator('p > span:first-child').allTextContents()
    expect(names.slice(0, 6)).toEqual([
      'Suppressed address',
      'Subscription',
      'Pause',
      'Topic',
      'Control group',
      'Audience',
    ])
    await expectOnPhone(page)
    await choose(subject, 'Greeting')
    await gateOf(dialog, 'State').getByText('Stops it').waitFor()
    await choose(subject, 'Offers')
    await gateOf(dialog, 'Topic').getByText('offers', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expectNoProblems()
  })

  it('is answered yes for who would get it, by keyboard', async () => {
    const { page } = dashboard
    await open(`/contacts/${(await readContact('ada')).id}`)
    const button = page.getByRole('button', { name: 'Would they get…?' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').focus()
    await page.keyboard.press('Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('June')
    await page.getByRole('option', { name: 'June issue' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('status').getByText('Would get it').waitFor()
    await dialog.getByText('Every check lets it pass.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.locator('button:focus', { hasText: 'Would they get' }).waitFor()
    expectNoProblems()
  })

  it('is beside the contacts of a workflow', async () => {
    const { page } = dashboard
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config: { ...NEWS, audienceType: undefined } }]
    const id = await create('/workflows', { name: 'Welcome', eventName: 'came', enabled: true, steps })
    await ask(dashboard.node, 'POST /v1/track', { body: { email: 'ben@example.com', event: 'came' } })
    await open(`/workflows/${id}?tab=executions`)
    await page.getByRole('button', { name: 'Why? About ben@example.com' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why?' })
    await dialog.getByText('Would ben@example.com get “Welcome” now?').waitFor()
    await dialog.getByText('Would not get it').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'ben@example.com' }).click()
    // The list has a button of this name, too.
    await page.waitForURL(/\/executions\/[^/]+$/)
    await untilWhole(page)
    await page.getByRole('button', { name: 'Why? About ben@example.com' }).click()
    await dialog.getByText('Would not get it').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is on the page of an email that was not sent', async () => {
    const { page } = dashboard
    const fields = { name: 'Monthly', alias: 'monthly', type: 'MARKETING', topic: 'news' }
    await create('/templates', { ...fields, subject: 'News', body: '<p>News</p>' })
    const email = { to: 'ben@example.com', from: 'news@shop.test', template: 'monthly' }
    const sent = await ask(dashboard.node, 'POST /v1/send', { body: email })
    const { emails } = sent.json<{ data: { emails: { email: string }[] } }>().data
    await open(`/emails/${emails[0]?.email}`)
    await page.getByRole('button', { name: 'Why? About ben@example.com' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why?' })
    await gateOf(dialog, 'Topic').getByText('Stops it').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('a campaign to a topic', () => {
  const idOf = (page: Page): string => /campaigns\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  let campaignId = ''

  it('sent from the dashboard reaches only who is in it', async () => {
    const { page, database } = dashboard
    await open('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('July issue')
    await form.getByLabel('Subject').fill('The July issue')
    await form.getByLabel('From').fill('news@shop.test')
    await form.getByRole('radio', { name: /^HTML/ }).check()
    await form.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'July issue', level: 1 }).waitFor()
    campaignId = idOf(page)
    await choose(page.getByRole('combobox', { name: 'Topic' }), 'Product news')
    await page.locator('section').filter({ hasText: 'Would get it' }).getByText('1 person').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await writeBody(page, '<p>What is new in July.</p>')
    await page.getByText(/^Saved \d/).waitFor()
    await open(`/campaigns/${campaignId}?step=review`)
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
    await page.getByText(/Sends in \d+ s/).waitFor()
    await database.query('update campaigns set leaves_at = now() where id = $1', [campaignId])
    await database.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    await page.getByRole('heading', { name: 'From recipients to clicks' }).waitFor()
    await open(`/campaigns/${campaignId}?tab=recipients`)
    const rows = page.getByRole('row', { name: /@example\.com/ })
    await eventually(async () => {
      const { recipients } = (await ask(dashboard.node, `GET /campaigns/${campaignId}/recipients`)).json<{
        recipients: { email: string; sentAt: string | null }[]
      }>()
      expect(recipients).toMatchObject([{ email: 'ada@example.com', sentAt: expect.any(String) as string }])
    })
    await rows.filter({ hasText: 'ada@example.com' }).waitFor()
    expect(await rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Why? About ada@example.com' }).click()
    await page.getByRole('dialog', { name: 'Why?' }).getByRole('status').waitFor()
    await expectOnPhone(page)
    expectNoProblems()
  })

  it('is left by the preference page of its email, without scripts', async () => {
    const { node, browser, url, page: own } = dashboard
    const { emails } = (await ask(node, `GET /emails?campaignId=${campaignId}`)).json<{
      emails: { id: string }[]
    }>()
    const content = await ask(node, `GET /emails/${emails[0]?.id}/content`)
    const [, path] = /href="[^"]*(\/manage\/[\w-]+)"/.exec(content.json<{ html: string }>().html) ?? []
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await watch(page, dashboard)
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { name: 'Your email preferences' }).waitFor()
    await page.getByRole('switch', { name: 'Product news' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    const ada = await eventually(async () => {
      const contact = await readContact('ada')
      expect(contact).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { news: false } })
      return contact
    })
    await open(`/contacts/${ada.id}`)
    await own.getByText(/^Yes: subscribed.*, but in no topic\.$/).waitFor()
    expectNoProblems()
  })
})

describe('the consent history of a contact', () => {
  it('tells what changed, when, and by whom, with a link to it', async () => {
    const { page } = dashboard
    const { id } = await readContact('ada')
    await open(`/contacts/${id}`)
    await page.getByText(/^Yes: subscribed since .+\d{4}/).waitFor()
    await page.getByRole('tab', { name: 'Consent history' }).click()
    const list = page.getByRole('tabpanel', { name: 'Consent history' })
    const left = list.getByRole('listitem').filter({ hasText: 'Product news' })
    await left.getByText('No choice').waitFor()
    await left.getByText('Left', { exact: true }).waitFor()
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Subscription' })
      .getByText('New', { exact: true })
      .waitFor()
    await expectOnPhone(page)
    await left.getByRole('link', { name: 'Open the email' }).click()
    await page.getByRole('heading', { name: 'The July issue', level: 1 }).waitFor()
    expectNoProblems()
  })

  it('says since when somebody was asked to confirm', async () => {
    const { page } = dashboard
    await open(`/contacts/${(await readContact('dan')).id}`)
    await page.getByText(/^Not yet: asked to confirm on .+\d{4}/).waitFor()
    expectNoProblems()
  })
})
