// Campaigns in a browser: from a draft to a finished report, a test of variants, and what happens when two edit one campaign or it is
// sent while somebody edits it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { answerTogether, stepsOn, untilInFrame, writeBody } from '../support/browser/dashboard-steps.ts'
import { expectTablesFit } from '../support/browser/phone.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, open } = stepsOn(dashboard)

const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

beforeAll(async () => {
  for (const [name, plan] of Object.entries({
    ada: 'pro',
    ben: 'pro',
    cleo: 'pro',
    dan: 'pro',
    eve: 'free',
  })) {
    const contact = { email: `${name}@example.com`, subscribed: name !== 'dan', data: { name, plan } }
    await ask(dashboard.node, 'POST /contacts', { body: contact })
  }
  const filters = {
    operator: 'AND',
    conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
  }
  await ask(dashboard.node, 'POST /segments', { body: { name: 'Pro customers', filters } })
})
/** Saved, and counted anew: what is dimmed meanwhile has too little contrast. */
async function saved(page: Page): Promise<void> {
  await page.getByText(/^Saved \d/).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
const next = (page: Page) => page.getByRole('link', { name: 'Continue' }).click()

async function buildCampaign(fields: object = {}): Promise<string> {
  const body = {
    subject: 'News',
    body: '<p>News</p>',
    from: 'news@shop.test',
    audienceType: 'ALL',
    ...fields,
  }
  const answer = await ask(dashboard.node, 'POST /campaigns', { body: { name: 'A campaign', ...body } })
  return answer.json<{ data: { id: string } }>().data.id
}

type CampaignAnswer = { data: { id: string; status: string; subject: string; winner: string | null } }
const readCampaign = async (id: string) =>
  (await ask(dashboard.node, `GET /campaigns/${id}`)).json<CampaignAnswer>().data

/** As if the time had passed that the server waits. */
async function skipWait(change: string, id: string): Promise<void> {
  const { database } = dashboard
  await database.query(`update campaigns set ${change} where id = $1`, [id])
  await database.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
}

const idOf = (page: Page): string => /campaigns\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''

/** Somebody follows the first link in the newest email that the query finds, a while after it came. Returns their address. */
async function click(query: Record<string, string>): Promise<string> {
  const { node, database } = dashboard
  const list = await ask(node, `GET /emails?${new URLSearchParams(query).toString()}`)
  const [email] = list.json<{ emails: { id: string; to: string }[] }>().emails
  if (!email) throw new Error('there is no such email')
  await database.query(`update emails set sent_at = sent_at - interval '1 minute' where id = $1`, [email.id])
  const content = await ask(node, `GET /emails/${email.id}/content`)
  const link = /\/c\/[\w.~-]+/.exec(content.json<{ html: string }>().html)?.[0] ?? ''
  const hit = await fetch(node.url + link, { redirect: 'manual', headers: { 'user-agent': READER } })
  expect(hit.status).toBe(302)
  return email.to
}

describe('a campaign', () => {
  /** The campaign of the journey from here to its report. */
  let spring = ''

  it('begins as a draft, with people and words, and saves itself', async () => {
    const { page } = dashboard
    await open('/campaigns')
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create the draft' }).click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name').fill('Spring news')
    await dialog.getByLabel('Subject').fill('News for {{ name }}')
    await dialog.getByLabel('From').fill('news@shop.test')
    await dialog.getByRole('radio', { name: /^HTML/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'Spring news', level: 1 }).waitFor()
    spring = idOf(page)

    await page.getByText('4 people').waitFor()
    await page.getByRole('radio', { name: /A segment/ }).click()
    await page.getByRole('combobox', { name: 'Segment' }).click()
    await page.getByRole('option', { name: /Pro customers/ }).click()
    await page.getByText('3 people').waitFor()
    await page.getByText('of 4 in the audience').waitFor()
    await saved(page)
    await expectAccessible(page)

    await next(page)
    await writeBody(page, '<h1>Hello {{ name }}</h1><p><a href="https://shop.test/spring">Spring</a></p>')
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello' }))
    await saved(page)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Source').fill('newsletter')
    await page.getByLabel('Event', { exact: true }).fill('order.paid')
    await page.getByLabel('Value to add up').fill('data.total')
    await saved(page)
    await expectAccessible(page)
    expectNoProblems()
  })

  it('begins with the gallery', async () => {
    const { page } = dashboard
    await open('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Newsletter/ }).check()
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('What we learned this month')
    // A choice replaces what the choice before has filled in.
    await dialog.getByRole('radio', { name: /^Announcement/ }).check()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Announcement')
    await dialog.getByLabel('From').fill('news@shop.test')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'Announcement', level: 1 }).waitFor()
    const id = idOf(page)
    expect(await readCampaign(id)).toMatchObject({ subject: 'Shared calendars are here' })
    await next(page)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Shared calendars are here' }))
    await ask(dashboard.node, `DELETE /campaigns/${id}`)
    expectNoProblems()
  })

  it('begins with a template, whose content it copies', async () => {
    const { page } = dashboard
    const template = { name: 'Monthly', subject: 'The month', body: '<h1>From the template</h1>' }
    const from = 'monthly@shop.test'
    const answer = await ask(dashboard.node, 'POST /templates', { body: { ...template, from } })
    const { id: templateId } = answer.json<{ id: string }>()
    await open('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('January')
    await dialog.getByLabel('From').fill('')
    await dialog.getByRole('radio', { name: /^Monthly/ }).check()
    await dialog.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'January', level: 1 }).waitFor()
    await page.getByText('4 people').waitFor()
    const { subject, body } = template
    expect(await readCampaign(idOf(page))).toMatchObject({ subject, body, from, templateId })
    await next(page)
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'From the template' }))
    await ask(dashboard.node, `DELETE /campaigns/${idOf(page)}`)
    expectNoProblems()
  })

  it('is checked, sent, taken back, sent again, and in the inbox', async () => {
    const { page } = dashboard
    await open(`/campaigns/${spring}?step=checks`)
    await page.getByText('Ready to send').waitFor()
    await page.getByText(/left out: (unsubscribed|never subscribed)/).waitFor()
    await page.getByRole('link', { name: 'Go to the audience' }).first().waitFor()
    await expectAccessible(page)
    await next(page)
    await page.getByRole('button', { name: 'Send to 3 people' }).waitFor()
    await expectAccessible(page)
    // Ten seconds may pass on a busy machine before the browser clicks "Undo"; the campaign could not be sent again then.
    const calls = '**/campaigns/*/send'
    await page.route(calls, (route) =>
      route.continue({
        postData: JSON.stringify({ ...(route.request().postDataJSON() as object), delaySeconds: 60 }),
      }),
    )
    onTestFinished(() => page.unroute(calls))

    await page.getByRole('button', { name: 'Send to 3 people' }).click()
    await page.getByText(/Sends in \d+ s/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Nothing was sent. The campaign is a draft again.').waitFor()
    await page.getByRole('button', { name: 'Send to 3 people' }).click()
    await page.getByText(/Sends in \d+ s/).waitFor()
    await expectAccessible(page)
    await skipWait('leaves_at = now()', spring)
    await page.getByText(/^Sent .* to the segment “Pro customers”$/).waitFor()
    await page.getByRole('heading', { name: 'From recipients to clicks' }).waitFor()
    await eventually(async () => expect(await page.getByText('100.0% of sent').count()).toBe(1))
    await ask(dashboard.node, 'POST /v1/track', {
      body: { event: 'order.paid', email: 'ada@example.com', data: { total: 24.5 } },
    })
    await page.getByText('33.33% of delivered').waitFor()
    await page.getByText('24.5', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe(`campaign-${spring}.csv`)
    await expectAccessible(page)
    await open('/inbox')
    await page.getByRole('link', { name: /News for ada/ }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello ada' }))
    expectNoProblems()
  })

  it('shows its report: clicks on the email, recipients by status, those who did not open', async () => {
    const { page } = dashboard
    await open('/campaigns')
    // Delivered, opened, clicked.
    await page.getByRole('row', { name: /Spring news .*3 recipients 100\.0% \d+\.\d% 0\.0%/ }).waitFor()
    await page.getByRole('link', { name: 'Spring news', exact: true }).click()
    await page.getByText(/^Too few to compare/).waitFor()
    await page.getByRole('tab', { name: 'Clicks on the email' }).click()
    await untilInFrame(page, (frame) => frame.getByText('0 · 0.0%').first())
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Recipients' }).click()
    await page.getByText('3 recipients', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Bounced' }).click()
    await page.getByRole('heading', { name: 'No recipient has this status' }).waitFor()
    expect(page.url()).toContain('recipients=BOUNCED')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More for Spring news' }).click()
    await page.getByRole('menuitem', { name: 'Write to those who did not open' }).click()
    await page.getByRole('heading', { name: 'Spring news (not opened)', level: 1 }).waitFor()
    await page.getByText('3 people', { exact: true }).waitFor()
    await page.getByText('3 people match').waitFor()
    await saved(page)
    await expectAccessible(page)
    expectNoProblems()
  })

  it('shows who clicked what as it comes in, and leads from a link to the contacts and a segment', async () => {
    const { page } = dashboard
    const address = await click({ campaignId: spring })
    await open(`/campaigns/${spring}`)
    await page.getByRole('combobox', { name: 'Length of a bar' }).waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('region', { name: /and 1 clicked in this period/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Length of a bar' }).click()
    await page.getByRole('option', { name: 'days' }).click()
    await page.getByRole('region', { name: /and 1 clicked in this period/ }).waitFor()
    await page.getByRole('list', { name: 'Links and their clicks' }).getByRole('button').first().click()
    await page.getByText('1 recipient', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save as segment' }).click()
    await page
      .getByText(/clicked/)
      .first()
      .waitFor()
    await page.getByText('1 person matches').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: address }).click()
    await page.getByRole('heading', { name: address, level: 1 }).waitFor()
    await open(`/campaigns/${spring}?tab=recipients`)
    await page.getByRole('row', { name: address }).getByText('Clicked', { exact: true }).waitFor()
    expectNoProblems()
  })

  it('asks for all that its report shows at once', async () => {
    const { page } = dashboard
    const path = `/campaigns/${spring}`
    onTestFinished(
      await answerTogether(page, [path, `${path}/stats`, `${path}/breakdown`, `${path}/comparison`]),
    )
    await open(path)
    await page.getByText('100.0% of sent').waitFor()
    expectNoProblems()
  })

  it('is scheduled with the zone named, goes back to a draft, and is tested', async () => {
    const { page } = dashboard
    const id = await buildCampaign({ name: 'Later' })
    await open(`/campaigns/${id}?step=review`)
    await page.getByRole('radio', { name: /At a set time/ }).click()
    await page.getByLabel('Starts at').fill('2035-03-20T09:00')
    await page.getByRole('combobox', { name: 'Time zone' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Schedule for 4 people' }).click()
    await page.getByText(/Starts .*2035.*What you change until then is sent/).waitFor()
    expect((await readCampaign(id)).status).toBe('SCHEDULED')
    await page.getByRole('button', { name: 'Back to draft' }).click()
    await page.getByText('The campaign is a draft again. Nothing is sent.').waitFor()
    await page.getByRole('button', { name: 'Send test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To, up to five addresses').fill('ada@example.com, not@')
    await dialog.getByRole('button', { name: 'Send the test' }).click()
    await dialog.getByText('not@ is not an address.').waitFor()
    await dialog
      .getByLabel('To, up to five addresses')
      .fill('ada@example.com, ben@example.com, suppressed@inbox.lettermill.test')
    await dialog.getByRole('button', { name: 'Send the test' }).click()
    await dialog.getByText('2 tests are on their way.').waitFor()
    await dialog
      .getByText('suppressed@inbox.lettermill.test gets nothing: it is on the suppression list.')
      .waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Open the email to ada@example.com' }).click()
    await page.getByRole('heading', { name: '[Test] News', level: 1 }).waitFor()
    expectNoProblems()
  })
})

describe('a test of variants', () => {
  it('is written beside the original, and the winner goes to the rest', async () => {
    const { page, node } = dashboard
    const body = '<p><a href="https://shop.test/a">Look</a></p>'
    const id = await buildCampaign({ name: 'Which one', subject: 'Plain words', body })
    await open(`/campaigns/${id}?step=content`)
    await page.getByRole('button', { name: 'Add a variant to compare' }).click()
    await page.getByRole('button', { name: 'Variant B', exact: true }).waitFor()
    await page.getByLabel('Subject').fill('Bold words')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Part that gets the variants, in per cent').fill('50')
    await page.getByLabel('Minutes to wait for readers').fill('1')
    await saved(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a test of variant B' })
    await dialog.getByRole('button', { name: 'Send the test' }).click()
    await dialog.getByText('The test is on its way.').waitFor()
    const { emails } = (await ask(node, 'GET /emails?limit=1')).json<{ emails: { subject: string }[] }>()
    expect(emails).toMatchObject([{ subject: '[Test] Bold words' }])
    await page.keyboard.press('Escape')
    await open(`/campaigns/${id}?step=review`)
    await page.getByRole('button', { name: 'Variant B', exact: true }).click()
    await page.getByText('Bold words', { exact: true }).waitFor()
    await expectAccessible(page)
    await ask(node, `POST /campaigns/${id}/send`)
    await open(`/campaigns/${id}`)
    await page.getByText(/Waiting for readers of the variants/).waitFor()
    await page.getByText('Too early to tell: no variant is ahead.').waitFor()
    await expectTablesFit(page)
    await open('/campaigns')
    const progress = page.getByRole('row', { name: /Which one/ }).getByText(/^\d+ of \d+$/)
    type Line = { scrollWidth: number; clientWidth: number }
    expect(await progress.evaluate((line: Line) => line.scrollWidth - line.clientWidth)).toBe(0)
    await open(`/campaigns/${id}`)
    await click({ search: 'Bold words' })
    await page.getByText('Ahead', { exact: true }).waitFor()
    await expectAccessible(page)
    await skipWait(`sampled_at = now() - interval '5 minutes'`, id)
    const row = page.getByRole('row', { name: /Bold words/ })
    await row.getByText('Winner', { exact: true }).waitFor()
    await row.getByText('100.0%').first().waitFor()
    await eventually(async () =>
      expect(await readCampaign(id)).toMatchObject({ status: 'SENT', winner: 'B' }),
    )
    await page.getByText(/^Sent .* to everybody who is subscribed$/).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('ends when somebody chooses the winner by hand', async () => {
    const { page, node } = dashboard
    const fields = { variants: [{ subject: 'Loud words' }], test: { share: 0.5, waitMinutes: 60 } }
    const id = await buildCampaign({ name: 'By hand', subject: 'Quiet words', ...fields })
    await ask(node, `POST /campaigns/${id}/send`)
    await open(`/campaigns/${id}`)
    await page.getByText(/Waiting for readers of the variants/).waitFor()
    await page.getByRole('button', { name: 'Choose B' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send variant B to the rest?' })
    await dialog.getByText(/without an email will get variant B/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep testing' }).click()
    expect(await readCampaign(id)).toMatchObject({ winner: null })
    await page.getByRole('button', { name: 'Choose B' }).click()
    await dialog.getByRole('button', { name: 'Send variant B' }).click()
    await page.getByText('Variant B was chosen by hand.').waitFor()
    await eventually(async () =>
      expect(await readCampaign(id)).toMatchObject({ status: 'SENT', winner: 'B' }),
    )
    await page
      .getByRole('row', { name: /Loud words/ })
      .getByText('Winner', { exact: true })
      .waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('a campaign that is edited while the server restarts', () => {
  it('is saved once the server is back, and leaving asks until then', async () => {
    const { page } = dashboard
    const id = await buildCampaign({ name: 'Restart' })
    await open(`/campaigns/${id}?step=content`)
    const isSave = ({ pathname }: URL) => pathname.endsWith(`/campaigns/${id}`)
    await page.route(isSave, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.getByLabel('Subject').fill('Typed meanwhile')
    await page.getByText(/^Not saved yet, tried again every few seconds/).waitFor()
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect(idOf(page)).toBe(id)
    await page.unroute(isSave)
    await saved(page)
    expect((await readCampaign(id)).subject).toBe('Typed meanwhile')
    forgetRefusals(503)
    expectNoProblems()
  })

  it('is saved when it is left before the autosave', async () => {
    const { page } = dashboard
    const id = await buildCampaign({ name: 'Left at once' })
    await open(`/campaigns/${id}?step=content`)
    await page.getByLabel('Subject').fill('In a hurry')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.waitForURL(/\/contacts$/)
    expect((await readCampaign(id)).subject).toBe('In a hurry')
    expectNoProblems()
  })
})

describe('a campaign at the best hour', () => {
  /** Three opens by a person, on the last days at 18:20 UTC. */
  async function recordOpens(contactId: string): Promise<void> {
    await dashboard.database.query(
      `insert into events (project_id, id, name, contact_id, data, created_at)
       select project_id, (left(lowest_uuid_v7(at)::text, 24) || right(gen_random_uuid()::text, 12))::uuid,
         'email.opened', id, '{"verdict": "human"}', at
       from contacts cross join lateral (
         select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - day * interval '1 day'
           + interval '18:20' as at from generate_series(1, 3) as day
       ) as opens where id = $1`,
      [contactId],
    )
  }

  /** As if it were the hour of every recipient: the digits behind the timestamp of an id are the minute at which it is due. */
  async function letTimesCome(id: string): Promise<void> {
    await dashboard.database.query(
      `update campaign_recipients set email_id = overlay(email_id::text placing '000' from 16 for 3)::uuid
       where campaign_id = $1`,
      [id],
    )
    await skipWait('updated_at = now()', id)
  }

  it('is planned, sent and measured, and the page of a contact shows the hour', async () => {
    const { page, node } = dashboard
    const found = await ask(node, 'GET /contacts?search=ada@example.com')
    const [ada] = found.json<{ contacts: { id: string }[] }>().contacts
    await recordOpens(ada?.id ?? '')
    await open(`/contacts/${ada?.id}`)
    // Those of the campaigns before may be among them.
    await page.getByText(/^Usually opens around 18:00 \(UTC\), by \d+ opens and clicks$/).waitFor()
    await expectAccessible(page)
    const id = await buildCampaign({ name: 'At your hour' })
    await open(`/campaigns/${id}?step=content&pane=settings`)
    await page.getByRole('combobox', { name: 'How it is sent' }).click()
    await page.getByRole('option', { name: 'At the hour when each recipient usually opens email' }).click()
    await page.getByLabel('Time of day for all others').fill('10:30')
    await page.getByLabel('Part that gets it at that time anyway, in per cent').fill('51')
    await page.getByText('Must be at most 50').waitFor()
    await page.getByLabel('Part that gets it at that time anyway, in per cent').fill('25')
    await saved(page)
    await expectAccessible(page)
    await open(`/campaigns/${id}?step=review`)
    await page.getByText('At the hour when each recipient usually opens email, else at 10:30').waitFor()
    await open(`/campaigns/${id}?step=checks`)
    await page
      .getByText('The best hour is known for 1 of 4 recipients; the rest get it at 10:30.')
      .first()
      .waitFor()
    await ask(node, `POST /campaigns/${id}/send`)
    await eventually(async () =>
      expect((await ask(node, `GET /campaigns/${id}`)).json()).toMatchObject({ data: { recipientCount: 4 } }),
    )
    await letTimesCome(id)
    await eventually(async () => expect(await readCampaign(id)).toMatchObject({ status: 'SENT' }))
    await open(`/campaigns/${id}`)
    await page.getByText('100.0% of sent').waitFor()
    await page.getByText('Too early to tell').waitFor()
    await page.getByText('The best hour was known for 1 of 4 recipients.', { exact: false }).waitFor()
    await page.getByRole('row', { name: /At 10:30, by lot/ }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('a campaign that two people edit', () => {
  it('is not overwritten, and nothing typed is lost', async () => {
    const { page, node } = dashboard
    const id = await buildCampaign({ name: 'Two editors' })
    await open(`/campaigns/${id}?step=content`)
    await page.getByLabel('Subject').waitFor()
    await ask(node, `PATCH /campaigns/${id}`, { body: { subject: 'Theirs' } })
    await page.getByLabel('Subject').fill('Mine')
    await page.getByText(/was saved elsewhere at .* while you were editing/).waitFor()
    await expectAccessible(page)
    expect((await readCampaign(id)).subject).toBe('Theirs')
    await page.reload()
    await page.getByText(/was saved elsewhere at .* while you were editing/).waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await eventually(async () => expect((await readCampaign(id)).subject).toBe('Mine'))
    await saved(page)
    forgetRefusals(409)
    expectNoProblems()
  })

  it('keeps what is typed after somebody else has sent it', async () => {
    const { page, node } = dashboard
    const id = await buildCampaign({ name: 'Sent meanwhile' })
    await open(`/campaigns/${id}?step=content`)
    await page.getByLabel('Subject').waitFor()
    await ask(node, `POST /campaigns/${id}/send`)
    await page.getByLabel('Subject').fill('Too late')
    await page.getByText(/was sent while you were editing it/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save mine as a new campaign' }).click()
    await eventually(() => expect(idOf(page)).not.toBe(id))
    await saved(page)
    expect(await readCampaign(idOf(page))).toMatchObject({ status: 'DRAFT', subject: 'Too late' })
    expect((await readCampaign(id)).subject).toBe('News')
    forgetRefusals(400)
    expectNoProblems()
  })
})
