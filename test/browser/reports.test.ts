// Reports as files, from the pages that show them.
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

const NEWS = {
  name: 'Spring',
  subject: 'Spring',
  body: '<p>Seeds</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
}

const make = async <Record = { id: string }>(path: string, body: object = {}): Promise<Record> =>
  (await ask(dashboard.node, `POST ${path}`, { body })).json<Record>()

/** The name and the lines of the file. */
async function download(button = 'Download as CSV'): Promise<{ name: string; lines: string[] }> {
  const { page } = dashboard
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  await page.getByText('The report is downloaded.').last().waitFor()
  return {
    name: file.suggestedFilename(),
    lines: (await text(await file.createReadStream())).trim().split('\r\n'),
  }
}

it('are downloaded from the pages of campaigns', async () => {
  await make('/contacts', { email: 'ada@example.com', subscribed: true })
  const { id } = (await make<{ data: { id: string } }>('/campaigns', NEWS)).data
  await ask(dashboard.node, `POST /campaigns/${id}/send`, { body: {} })
  await eventually(async () => {
    const { data } = (await ask(dashboard.node, `GET /campaigns/${id}`)).json<{ data: { status: string } }>()
    expect(data.status).toBe('SENT')
  })
  await open('/campaigns?status=SENT')
  const all = await download()
  expect(all).toMatchObject({ name: 'campaigns.csv', lines: { length: 2 } })
  expect(all.lines[1]).toContain(`${id},Spring,Spring,SENT`)
  await expectAccessible(dashboard.page)
  await open(`/campaigns/${id}?tab=recipients`)
  const recipients = await download('Download this list as CSV')
  expect(recipients).toMatchObject({ name: `recipients-${id}.csv`, lines: { length: 2 } })
  expect(recipients.lines[1]).toContain('ada@example.com')
  await expectAccessible(dashboard.page)
  await open(`/campaigns/${id}?tab=recipients&clicked=https%3A%2F%2Fshop.test`)
  expect(await download('Download this list as CSV')).toEqual({
    name: `clicks-${id}.csv`,
    lines: ['contactId,email,emailId,clickedAt'],
  })
  expectNoProblems()
})

it('are downloaded from the runs of a recurring campaign', async () => {
  const { id } = await make('/recurring-campaigns', { ...NEWS, cron: '0 9 * * mon' })
  await make(`/recurring-campaigns/${id}/run`)
  await eventually(async () => {
    const { runs } = (await ask(dashboard.node, `GET /recurring-campaigns/${id}/runs`)).json<{
      runs: object[]
    }>()
    expect(runs).toHaveLength(1)
  })
  await open(`/recurring-campaigns/${id}?tab=runs`)
  expect(await download()).toMatchObject({ name: `runs-${id}.csv`, lines: { length: 2 } })
  await expectAccessible(dashboard.page)
  expectNoProblems()
})

it('are downloaded from forms, segments, coupon lists and the overview', async () => {
  const form = await make('/forms', { name: 'Newsletter', confirm: false })
  await open(`/forms/${form.id}?tab=submissions&period=quarter`)
  expect(await download()).toMatchObject({ name: `form-${form.id}.csv`, lines: { length: 91 } })
  await expectAccessible(dashboard.page)
  const segment = await make('/segments', { name: 'Readers', type: 'STATIC' })
  await open(`/segments/${segment.id}`)
  expect(await download()).toEqual({ name: `segment-${segment.id}.csv`, lines: ['day,members'] })
  await expectAccessible(dashboard.page)
  const coupons = await make('/coupon-lists', { key: 'spring', name: 'Spring sale' })
  await make(`/coupon-lists/${coupons.id}/codes`, { codes: ['SPRING-1', '=1+1'] })
  await open(`/coupon-lists/${coupons.id}`)
  const codes = await download()
  expect(codes.name).toBe('coupons-spring.csv')
  expect(codes.lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['SPRING-1', 'free'],
    ["'=1+1", 'free'],
  ])
  await expectAccessible(dashboard.page)
  await open('/')
  expect(await download()).toMatchObject({ name: 'last-30-days.csv', lines: { length: 31 } })
  await expectAccessible(dashboard.page)
  expectNoProblems()
})

it('are downloaded for the question that the control group was asked', async () => {
  const { page } = dashboard
  await ask(dashboard.node, 'PATCH /project', { body: { controlGroup: { percent: 20 } } })
  await open('/settings?tab=control-group')
  await page.getByLabel('Event', { exact: true }).fill('order.paid')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('row', { name: /Control group/ }).waitFor()
  const { name, lines } = await download()
  expect(name).toBe('control-group.csv')
  expect(lines).toEqual(expect.arrayContaining(['section,item,figure,value', ',,event,order.paid']))
  await expectAccessible(page)
  expectNoProblems()
})
