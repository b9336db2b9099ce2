// Recurring campaigns as marketers use them: a schedule in words, the items of a feed, a run, and its report.
import { describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'

const feed = await useReceiver()
const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const serve = () => {
  const items = [
    { id: '2', title: 'Second post', url: 'https://blog.test/2' },
    { id: '1', title: 'First post', url: 'https://blog.test/1' },
  ]
  feed.answer = () => ({ status: 200, body: JSON.stringify({ title: 'Garden blog', items }) })
}

type RecurringRecord = {
  id: string
  name: string
  cron: string
  timezone: string
  feed: object | null
  templateId: string | null
}

async function readNewest(): Promise<RecurringRecord> {
  const list = await ask(dashboard.node, 'GET /recurring-campaigns')
  const [newest] = list.json<{ recurringCampaigns: RecurringRecord[] }>().recurringCampaigns
  if (!newest) throw new Error('there is no recurring campaign')
  return newest
}

const choose = async (field: Locator, option: string): Promise<void> => {
  await field.click()
  await dashboard.page.getByRole('option', { name: option }).click()
}

describe('a recurring campaign', () => {
  it('is made with a schedule in words and a feed, with problems beside their fields', async () => {
    const { page } = dashboard
    await ask(dashboard.node, 'POST /contacts', { body: { email: 'ada@example.com', subscribed: true } })
    await open('/recurring-campaigns')
    await page.getByRole('heading', { name: 'No recurring campaigns yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New recurring campaign' }).first().click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Must not be empty').first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Garden news')
    await page.getByLabel('From', { exact: true }).fill('news@shop.test')
    await page.getByLabel('Subject').fill('New: {{ feed.items[0].title }}')
    await page.getByRole('button', { name: 'Fri' }).click()
    await page.getByLabel('Time', { exact: true }).fill('07:30')
    await page.getByLabel('Time zone').fill('Mars/Olympus')
    await page.getByRole('switch', { name: 'Show the items of a feed' }).click()
    await page.getByLabel('Address of the feed').fill('http://10.0.0.1/feed')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Must be a time zone').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Amsterdam')
    await page.getByRole('button', { name: 'Fetch now' }).click()
    await page.getByText('cannot be read').first().waitFor()
    await expectAccessible(page)
    forgetRefusals(422)
    serve()
    await page.getByLabel('Address of the feed').fill(feed.newUrl())
    await page.getByRole('button', { name: 'Fetch now' }).click()
    await page.getByRole('list', { name: 'Items of the feed' }).getByText('Second post').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The recurring campaign was created.').waitFor()
    await page.getByRole('heading', { name: 'Garden news', level: 1 }).waitFor()
    expect(await readNewest()).toMatchObject({
      name: 'Garden news',
      cron: '30 7 * * mon,fri',
      timezone: 'Europe/Amsterdam',
      feed: { maxItems: 10, onlyNew: true },
    })
    expectNoProblems()
  })

  it('runs when somebody asks for it, and tells why a run sent nothing', async () => {
    const { page } = dashboard
    serve()
    const { id } = await readNewest()
    await open(`/recurring-campaigns/${id}`)
    await page.getByRole('button', { name: 'Run now' }).click()
    const runs = page.getByRole('table', { name: 'Runs, newest first' })
    await runs.getByText('Sent', { exact: true }).waitFor()
    await runs.getByText('2 items').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await runs.getByText('The feed has no new items.').waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search by subject or reason' }).fill('no new')
    await runs.getByText('Sent', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search by subject or reason' }).fill('nothing like it')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('searchbox', { name: 'Search by subject or reason' }).fill('')
    await choose(page.getByRole('combobox', { name: 'Outcome' }), 'Sent')
    await runs.getByText('The feed has no new items.').waitFor({ state: 'detached' })
    await runs.getByRole('link', { name: 'New: Second post' }).click()
    await page.getByRole('heading', { name: /^Garden news, / }).waitFor()
    expectNoProblems()
  })

  it('takes its content from a template, and gives it up again', async () => {
    const { page } = dashboard
    const template = { name: 'Monthly', subject: 'The month', body: '<p>{{ feed.title }}</p>' }
    const answer = await ask(dashboard.node, 'POST /templates', { body: template })
    const { id: templateId } = answer.json<{ id: string }>()
    const { id } = await readNewest()
    await open(`/recurring-campaigns/${id}`)
    const choice = page.getByRole('combobox', { name: 'Template' })
    await choose(choice, 'Monthly')
    await page.getByText('Each run takes subject, preview text and body').waitFor()
    await page.getByRole('link', { name: 'Open the template' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('From', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The template has no sender').waitFor()
    forgetRefusals(422)
    await page.getByLabel('From', { exact: true }).fill('news@shop.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The recurring campaign was saved.').waitFor()
    expect(await readNewest()).toMatchObject({ templateId, subject: null, from: 'news@shop.test' })
    await page.getByRole('link', { name: 'Edit the email' }).waitFor()
    await choose(choice, 'None: written here')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must not be empty').waitFor()
    await page.getByLabel('Subject').fill('New: {{ feed.items[0].title }}')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => expect(await readNewest()).toMatchObject({ templateId: null }))
    expectNoProblems()
  })

  it('is made in the visual editor, as a template', async () => {
    const { page } = dashboard
    const { id } = await readNewest()
    await open(`/recurring-campaigns/${id}`)
    await page.getByRole('button', { name: 'Make it in the visual editor' }).click()
    await page.getByText('The template was made.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The recurring campaign was saved.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit the email' }).click()
    await page.getByRole('button', { name: 'Add a block' }).first().waitFor()
    const { templateId } = await readNewest()
    const template = (await ask(dashboard.node, `GET /templates/${templateId}`)).json<{
      blocks: object | null
      subject: string
    }>()
    expect([template.subject, template.blocks]).toEqual([
      'New: {{ feed.items[0].title }}',
      expect.any(Object),
    ])
    const own = { template: null, subject: 'New: {{ feed.items[0].title }}', body: '<p>{{ feed.title }}</p>' }
    await ask(dashboard.node, `PATCH /recurring-campaigns/${id}`, { body: own })
    expectNoProblems()
  })

  it('is measured and sent as one campaign is: goal, holdout, best hour and variants', async () => {
    const { page } = dashboard
    const { id } = await readNewest()
    await open(`/recurring-campaigns/${id}`)
    await page.getByLabel('Event', { exact: true }).fill('order.paid')
    await page.getByLabel('Value to add up').fill('data.total')
    await page.getByLabel('Hold back, in per cent').fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be at most 50').waitFor()
    await page.getByLabel('Hold back, in per cent').fill('10')
    await choose(page.getByRole('combobox', { name: 'How it is sent' }), 'At the hour when each recipient')
    await page.getByLabel('Time of day for all others').fill('08:30')
    await page.getByLabel('Source').fill('newsletter')
    await page.getByLabel('Reply to').fill('help@shop.test')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () =>
      expect(await readNewest()).toMatchObject({
        goal: { event: 'order.paid', value: 'data.total', window: { amount: 7, unit: 'days' } },
        holdout: { percent: 10 },
        bestHour: { fallback: '08:30', comparison: 20 },
        utm: { source: 'newsletter' },
        replyTo: 'help@shop.test',
      }),
    )
    await page.getByRole('button', { name: 'Add a variant to compare' }).click()
    const variant = page.getByRole('region', { name: 'Variant B' })
    await variant.getByLabel('Subject of variant B').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await variant.getByText('Must not be empty').waitFor()
    await variant.getByLabel('Subject of variant B').fill('Have you seen it?')
    await choose(page.getByRole('combobox', { name: 'What decides' }), 'People who reach the goal')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () =>
      expect(await readNewest()).toMatchObject({
        bestHour: null,
        test: { share: 0.2, metric: 'conversions' },
      }),
    )
    const saved = await ask(dashboard.node, `GET /recurring-campaigns/${id}`)
    expect(saved.json()).toMatchObject({ variants: [{ subject: 'Have you seen it?', body: null }] })
    await page.reload()
    await variant.getByRole('button', { name: 'Remove variant B' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => expect(await readNewest()).toMatchObject({ test: null }))
    expectNoProblems()
  })

  it('is changed, stopped and deleted', async () => {
    const { page } = dashboard
    await open('/recurring-campaigns')
    const row = page.getByRole('row', { name: /Garden news/ })
    await row.getByText('Every Mon, Fri at 07:30, Europe/Amsterdam').waitFor()
    await row.getByText('Skipped').waitFor()
    await expectAccessible(page)
    await row.getByRole('link', { name: 'Garden news' }).click()
    await choose(page.getByRole('combobox', { name: 'How often' }), 'Every month')
    await page.getByRole('switch', { name: 'Runs by itself' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The recurring campaign was saved.').waitFor()
    expect(await readNewest()).toMatchObject({ cron: '30 7 1 * *', enabled: false, nextRunAt: null })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No recurring campaigns yet' }).waitFor()
    await eventually(() => expectNoProblems())
  })
})
