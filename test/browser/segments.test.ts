// Segments as marketers make them: by conditions with a live count, by pasting addresses, and from the contacts page.
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn, typeIntoList } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const PEOPLE = [
  { email: 'ada@example.com', data: { plan: 'pro', country: 'DE', orders: 12 } },
  { email: 'ben@example.com', data: { plan: 'pro', country: 'FR', orders: 2 } },
  { email: 'cleo@example.com', data: { plan: 'free', country: 'DE', orders: 7 } },
]
const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

type StoredSegment = { id: string; name: string; filters: unknown }

beforeAll(async () => {
  for (const body of PEOPLE) await ask(dashboard.node, 'POST /contacts', { body })
  for (const value of [80, 20]) {
    const data = { amount: { value, persistent: false } }
    const body = { email: 'ada@example.com', event: 'order.paid', data }
    await ask(dashboard.node, 'POST /v1/track', { body })
  }
})

const make = async (body: object) =>
  (await ask(dashboard.node, 'POST /segments', { body: { name: 'Segment', ...body } })).json<StoredSegment>()

const read = async (id: string) => (await ask(dashboard.node, `GET /segments/${id}`)).json<StoredSegment>()

const idInAddress = () => /segments\/([0-9a-f-]{36})/.exec(dashboard.page.url())?.[1] ?? ''

/** Adds a condition to the last group, by keyboard alone. */
async function addCondition(field: string): Promise<void> {
  const { page } = dashboard
  await page.getByRole('button', { name: 'Condition', exact: true }).last().press('Enter')
  await page.getByRole('combobox', { name: 'Choose a field' }).waitFor()
  await typeIntoList(page, field)
  await page.getByRole('option', { name: field, exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

const count = (people: number) =>
  dashboard.page.getByText(new RegExp(`^${people} ${people === 1 ? 'person matches' : 'people match'}$`))

/** The addresses in the file that the page hands out. */
async function exported(): Promise<string[]> {
  const { page } = dashboard
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const [, ...lines] = (await text(await download.createReadStream())).trim().split('\r\n')
  return lines.map((line) => line.split(',')[0] ?? '')
}

describe('a segment by conditions', () => {
  it('is built with a live count, saved, and opened again from its address', async () => {
    const { page } = dashboard
    await open('/segments')
    await page.getByRole('heading', { name: 'No segments yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New segment' }).first().click()
    await page.getByRole('button', { name: 'Create segment' }).click()
    await page.getByText('Add at least one condition.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Good customers')
    await addCondition('plan')
    await page.getByLabel('Value', { exact: true }).fill('pro')
    await count(2).waitFor()
    await page.getByText('Plan is pro.').waitFor()
    await page.getByRole('link', { name: 'ben@example.com' }).waitFor()

    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await addCondition('country')
    await page.getByLabel('Value', { exact: true }).last().fill('DE')
    await count(1).waitFor()
    await page.getByText('Plan is pro and country is DE.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove this group' }).click()
    await count(2).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await count(1).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/segments\/[0-9a-f]{8}-/)
    const made = await read(idInAddress())
    expect(made).toMatchObject({
      name: 'Good customers',
      filters: {
        operator: 'AND',
        conditions: [
          PRO.conditions[0],
          { operator: 'OR', conditions: [{ field: 'data.country', operator: 'equals', value: 'DE' }] },
        ],
      },
    })
    await page.reload()
    await count(1).waitFor()
    await page.getByRole('row', { name: /ada@example.com/ }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('counts events with their time, number and data, and says it in words', async () => {
    const { page } = dashboard
    await open('/segments/new')
    await page.getByLabel('Name', { exact: true }).fill('Big spenders')
    await addCondition('order.paid')
    await count(1).waitFor()
    await page.getByRole('button', { name: 'Time' }).click()
    await page.getByRole('button', { name: 'How often' }).click()
    await page.getByRole('button', { name: 'Where' }).click()
    await page.getByLabel('Key of the event’s data').fill('amount')
    await page.getByLabel('Operator').last().click()
    await page.getByRole('option', { name: 'is more than', exact: true }).click()
    await page.getByLabel('Value', { exact: true }).fill('10')
    await page
      .getByText('Triggered order.paid at least 2 times in the last 30 days where amount is greater than 10.')
      .waitFor()
    await count(1).waitFor()
    await page.getByLabel('Value', { exact: true }).fill('50')
    await count(0).waitFor()
    await expectAccessible(page)
    // Nothing is lost by a reload, and it can be thrown away.
    await page.reload()
    const restored = page.getByText('These changes were not saved when this page was left. They are back.')
    await restored.waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Big spenders')
    await page.getByRole('button', { name: 'Discard them' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
    // Text that is typed from now on was not restored.
    await page.getByLabel('Name', { exact: true }).fill('Others')
    expect(await restored.count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('')
    expectNoProblems()
  })

  it('asks for clicks on a link and for the state of a subscription', async () => {
    const { page } = dashboard
    await open('/segments/new')
    await page.getByLabel('Name', { exact: true }).fill('Nearly customers')
    await addCondition('They clicked a link')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('URL of the link').fill('/sale')
    await page.getByRole('button', { name: 'How often', exact: true }).click()
    await addCondition('Subscription')
    await page.getByRole('combobox', { name: 'Value', exact: true }).click()
    await page.getByRole('option', { name: 'asked, not confirmed yet' }).click()
    await page
      .getByText('Clicked a link with "/sale" at least 2 times and subscription is pending.')
      .waitFor()
    await count(0).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/segments\/[0-9a-f]{8}-/)
    expect((await read(idInAddress())).filters).toEqual({
      operator: 'AND',
      conditions: [
        {
          field: 'emailActivity.clicked',
          operator: 'triggered',
          count: { atLeast: 2 },
          link: { contains: '/sale' },
        },
        { field: 'subscriptionState', operator: 'equals', value: 'PENDING' },
      ],
    })
    expectNoProblems()
  })

  it('explains why somebody is in it, and why not', async () => {
    const { page } = dashboard
    const { id } = await make({ name: 'Pro', filters: PRO })
    await open(`/segments/${id}`)
    await page.getByRole('button', { name: 'Why is ada@example.com in it?' }).click()
    await page.getByText('ada@example.com is in this segment.').waitFor()
    await page.getByText('holds · has “pro”').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('combobox', { name: 'Person' })
      .or(page.getByRole('button', { name: 'Person' }))
      .click()
    await typeIntoList(page, 'cleo')
    await page.getByRole('option', { name: 'cleo@example.com' }).click()
    await page.getByText('cleo@example.com is not in this segment.').waitFor()
    await page.getByText('does not hold · has “free”').waitFor()
    expectNoProblems()
  })

  it('outlives being deleted by somebody else: what was typed is saved as a new one', async () => {
    const { page } = dashboard
    const { id } = await make({ name: 'Gone soon', filters: PRO })
    await open(`/segments/${id}`)
    await page.getByLabel('Name', { exact: true }).fill('Still here')
    await ask(dashboard.node, `DELETE /segments/${id}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody has deleted this segment.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save as a new segment' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(id) && /segments\/[0-9a-f]{8}-/.test(url.pathname))
    expect(await read(idInAddress())).toMatchObject({ name: 'Still here', filters: PRO })
    forgetRefusals(404)
    expectNoProblems()
  })

  it('says what uses it before it can be deleted', async () => {
    const { page } = dashboard
    const { id } = await make({ name: 'In use', filters: PRO })
    await make({
      name: 'Refers to it',
      filters: { operator: 'AND', conditions: [{ field: 'segment', operator: 'memberOf', value: id }] },
    })
    const campaign = {
      name: 'Monthly news',
      subject: 'News',
      body: '<p>News</p>',
      from: 'hello@shop.test',
      audienceType: 'SEGMENT',
      segmentId: id,
    }
    const created = await ask(dashboard.node, 'POST /campaigns', { body: campaign })
    const campaignId = created.json<{ data: StoredSegment }>().data.id
    await open('/segments')
    await page.getByRole('row', { name: /In use .*Monthly news and 1 more/ }).waitFor()
    await open(`/segments/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is in use and cannot be deleted now').waitFor()
    await dialog.getByText('Monthly news').waitFor()
    await dialog.getByText('Refers to it').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete the segment' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await ask(dashboard.node, `DELETE /campaigns/${campaignId}`)
    await open(`/segments/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete the segment' }).click()
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()
    expect((await ask(dashboard.node, `GET /segments/${id}`)).status).toBe(404)
    expectNoProblems()
  })
})

describe('a list', () => {
  it('is made by pasting addresses, and people are added and removed', async () => {
    const { page } = dashboard
    await open('/segments')
    await page.getByRole('link', { name: 'New list' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Beta testers')
    await page.getByLabel('Addresses').fill('ada@example.com, dora@example.com; wrong@@example.com')
    await page.getByText('2 addresses · “wrong@@example.com” is not an address').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('row', { name: /dora@example.com/ }).waitFor()
    await page.getByLabel('Addresses').fill('ben@example.com')
    await page.getByRole('button', { name: 'Add 1 address' }).click()
    await page.getByRole('row', { name: /ben@example.com/ }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search by address' })
    await search.fill('nobody')
    await page.getByText('Nothing matches').waitFor()
    await search.fill('')
    await page.getByRole('button', { name: 'Remove ada@example.com from the list' }).click()
    await eventually(async () =>
      expect(await page.getByRole('row', { name: /ada@example.com/ }).count()).toBe(0),
    )
    expect((await exported()).toSorted()).toEqual(['ben@example.com', 'dora@example.com'])
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('the filter of the contacts page', () => {
  it('is in the address, and can be saved as a segment', async () => {
    const { page } = dashboard
    await open('/contacts')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await addCondition('orders')
    await page.getByLabel('Operator').click()
    await page.getByRole('option', { name: 'is at least', exact: true }).click()
    await page.getByLabel('Value', { exact: true }).fill('5')
    await page.waitForURL(/filter=/)
    await page.getByText('2 people match', { exact: true }).first().waitFor()
    await expectAccessible(page)
    expect(await exported()).toEqual(['cleo@example.com', 'ada@example.com'])
    // Opening the link shows the same.
    await page.reload()
    await page.getByRole('link', { name: 'cleo@example.com' }).waitFor()
    await eventually(async () =>
      expect(await page.getByRole('link', { name: 'ben@example.com' }).count()).toBe(0),
    )
    await page.getByRole('searchbox').fill('cleo')
    await page.waitForURL(/q=cleo/)
    await page.getByRole('button', { name: 'Save as segment' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Regulars')
    await count(1).waitFor()
    await page.getByRole('button', { name: 'Create segment' }).click()
    await page.waitForURL(/segments\/[0-9a-f]{8}-/)
    expect(await read(idInAddress())).toMatchObject({
      name: 'Regulars',
      filters: {
        operator: 'AND',
        conditions: [
          { field: 'email', operator: 'contains', value: 'cleo' },
          { field: 'data.orders', operator: 'greaterThanOrEqual', value: 5 },
        ],
      },
    })
    expectNoProblems()
  })
})
