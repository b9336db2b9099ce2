// The frequency cap and quiet hours of a project, and what becomes of email that they hold.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

type Email = { id: string; status: string; heldFor: string | null }

async function send(to: string): Promise<string> {
  const body = { to, from: 'news@shop.test', template: 'news' }
  const sent = await ask(dashboard.node, 'POST /v1/send', { body })
  return sent.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
}

const untilSent = (id: string) =>
  eventually(async () => {
    const email = (await ask(dashboard.node, `GET /emails/${id}`)).json<Email>()
    expect(['SENT', 'DELIVERED']).toContain(email.status)
  })

const readProject = async () =>
  (await ask(dashboard.node, 'GET /project')).json<{
    frequencyCap: object | null
    quietHours: object | null
    holdAtMostHours: number
    warnings: string[]
  }>()

beforeAll(async () => {
  const { node } = dashboard
  for (const name of ['ada', 'ben']) {
    await ask(node, 'POST /contacts', { body: { email: `${name}@example.com` } })
  }
  const template = { name: 'News', alias: 'news', type: 'MARKETING', subject: 'News', body: '<p>News</p>' }
  await ask(node, 'POST /templates', { body: template })
})

describe('the sending limits', () => {
  it('say that there is nothing to try them on yet', async () => {
    const { page } = dashboard
    await open('/settings?tab=limits')
    await page.getByText('Off: there is no limit.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview against the last 30 days' }).click()
    await page.getByText('No marketing email was sent in the last 30 days').waitFor()
    expectNoProblems()
  })

  it('are tried on the past before they are saved', async () => {
    const { page } = dashboard
    for (const to of ['ada@example.com', 'ada@example.com', 'ben@example.com']) {
      await untilSent(await send(to))
    }
    await open('/settings?tab=limits')
    await page.getByRole('switch', { name: 'Limit how many marketing emails one person gets' }).click()
    await page.getByLabel('Emails at most').fill('')
    await page.getByText('Type a number.').waitFor()
    await page.getByText('First fix what is marked above.').waitFor()
    await page.getByLabel('Emails at most').fill('1')
    await page.getByText('At most 1 email to one person in 7 days.').waitFor()
    await page.getByLabel('Hold emails for at most this many hours').fill('24')
    await page.getByRole('button', { name: 'Preview against the last 30 days' }).click()
    await page
      .getByText('Of 3 emails in the last 30 days, 0 would have left later and 1 would have been dropped.')
      .waitFor()
    const table = page.getByRole('table', { name: /under these limits/ })
    await table.getByRole('row', { name: 'Sent at once 2 66.7%' }).waitFor()
    await table.getByRole('row', { name: /^Dropped.* 1 33.3%$/ }).waitFor()
    await page.getByText('The limit looks at 7 days').waitFor()
    await expectAccessible(page)
    expect((await readProject()).frequencyCap).toBeNull()
    await page.getByLabel('In how many days').fill('1')
    await page.getByText('The limits have changed since. Preview again.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Off: there is no limit.').waitFor()
    expectNoProblems()
  })

  it('are saved, with a warning if they drop email that could have waited', async () => {
    const { page } = dashboard
    await open('/settings?tab=limits')
    await page.getByRole('switch', { name: 'Limit how many marketing emails one person gets' }).click()
    await page.getByLabel('Emails at most').fill('1')
    await page.getByRole('switch', { name: 'Send no marketing email at night or on some days' }).click()
    await page.getByLabel('From').fill('22:00')
    await page.getByLabel('To').fill('22:00')
    await page.getByText(/^Must differ from/).waitFor()
    await page.getByRole('button', { name: 'Sun' }).click()
    await page.getByLabel('To').fill('07:30')
    await page.getByText('Nothing leaves between 22:00 and 07:30 of the next day.').waitFor()
    await page.getByRole('combobox', { name: 'By the clock of' }).click()
    await page.getByRole('option', { name: 'The project', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The limits were saved.').waitFor()
    await page.getByRole('note').getByText('The limit looks at 7 days').waitFor()
    await expectAccessible(page)
    expect(await readProject()).toMatchObject({
      frequencyCap: { emails: 1, days: 7 },
      quietHours: { from: '22:00', to: '07:30', weekdays: ['sun'], timezone: 'project' },
      holdAtMostHours: 48,
    })
    expectNoProblems()
  })

  it('are switched off again', async () => {
    const { page } = dashboard
    await open('/settings?tab=limits')
    await page.getByRole('switch', { name: 'Send no marketing email at night or on some days' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Off: emails leave at any time.').waitFor()
    await eventually(async () => expect((await readProject()).quietHours).toBeNull())
    expectNoProblems()
  })
})

describe('email that is held', () => {
  it('says why and until when, in the list and on its page', async () => {
    const { page } = dashboard
    // The cap counts from when it was set.
    await untilSent(await send('ada@example.com'))
    const id = await send('ada@example.com')
    await eventually(async () => {
      const email = (await ask(dashboard.node, `GET /emails/${id}`)).json<Email>()
      expect(email).toMatchObject({ status: 'SCHEDULED', heldFor: 'cap' })
    })
    await open('/emails?status=SCHEDULED')
    await page
      .getByRole('row', { name: /ada@example.com/ })
      .getByText('Held', { exact: true })
      .waitFor()
    await expectAccessible(page)
    await open(`/emails/${id}`)
    await page
      .getByRole('alert')
      .getByText(/^Held by the frequency cap until .+\d{4}/)
      .waitFor()
    await page
      .getByRole('list', { name: 'Timeline' })
      .getByText(/^Held by the frequency cap until /)
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sending limits' }).click()
    await page.getByRole('heading', { name: 'Frequency cap' }).waitFor()
    expectNoProblems()
  })

  it('is counted in the report of its campaign, and among its recipients', async () => {
    const { page } = dashboard
    const body = {
      name: 'One too many',
      subject: 'News',
      body: '<p>News</p>',
      from: 'news@shop.test',
      audienceType: 'ALL',
    }
    const { data } = (await ask(dashboard.node, 'POST /campaigns', { body })).json<{ data: { id: string } }>()
    await ask(dashboard.node, `POST /campaigns/${data.id}/send`, { body: {} })
    await open(`/campaigns/${data.id}`)
    await page.getByText('1 email is held by the sending limits.').waitFor()
    await page.getByText('held by the sending limits, to be sent later').waitFor()
    await expectAccessible(page)
    await open(`/campaigns/${data.id}?tab=recipients&recipients=SCHEDULED`)
    await page
      .getByRole('row', { name: /ada@example.com/ })
      .getByText('Held', { exact: true })
      .waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is counted beside the workflow that sent it', async () => {
    const { page } = dashboard
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config: { templateId: 'news' } }]
    const body = { name: 'Greeting', eventName: 'signed.up', enabled: true, steps }
    const { id } = (await ask(dashboard.node, 'POST /workflows', { body })).json<{ id: string }>()
    await ask(dashboard.node, 'PATCH /project', { body: { defaultFrom: 'news@shop.test' } })
    await ask(dashboard.node, 'POST /v1/track', { body: { email: 'ada@example.com', event: 'signed.up' } })
    await open(`/workflows/${id}`)
    await page.getByText(/1 email held by the sending limits/).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})
