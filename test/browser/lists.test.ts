// Lists as people work with them: searched, sorted, in compact rows, saved as views, and with links from every email.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

const NAMES = ['Delta', 'alpha', 'Charlie']

beforeAll(async () => {
  for (const name of NAMES) {
    const fields = { subject: 'Hello', body: '<p>Hello</p>' }
    await ask(dashboard.node, 'POST /segments', { body: { name, type: 'STATIC' } })
    await ask(dashboard.node, 'POST /templates', { body: { ...fields, name, type: 'TRANSACTIONAL' } })
    await ask(dashboard.node, 'POST /forms', { body: { name } })
    await ask(dashboard.node, 'POST /contacts', { body: { email: `${name}@example.com` } })
  }
})

/** The text of one cell of each row, without the header. */
const shownNames = (column = 0) =>
  dashboard.page.evaluate<string[]>(`[...document.querySelectorAll('[role=row]')].slice(1)
    .map((row) => row.querySelectorAll('[role=cell]')[${column}]?.textContent ?? '')`)

const hasFocus = (element: { matches: (selector: string) => boolean }) => element.matches(':focus')

const sortBy = (name: string) =>
  dashboard.page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()

describe('a list', () => {
  it.each(['segments', 'forms'])('of %s is searched and sorted, and its address says how', async (list) => {
    const { page } = dashboard
    await open(`/${list}`)
    expect(await shownNames()).toEqual(NAMES.toReversed())
    await sortBy('Name')
    await eventually(async () => expect(await shownNames()).toEqual(['alpha', 'Charlie', 'Delta']))
    const header = page.getByRole('columnheader', { name: 'Name', exact: true })
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await sortBy('Name')
    await eventually(async () => expect(await shownNames()).toEqual(['Delta', 'Charlie', 'alpha']))
    expect(page.url()).toContain('sort=-name')
    await page.reload()
    await eventually(async () => expect(await shownNames()).toEqual(['Delta', 'Charlie', 'alpha']))
    await page.getByRole('searchbox').fill('LPH')
    await eventually(async () => expect(await shownNames()).toEqual(['alpha']))
    await page.getByText('1 match', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('button', { name: 'Show all' }).click()
    await eventually(async () => expect(await shownNames()).toEqual(NAMES.toReversed()))
    expectNoProblems()
  })

  it('of cards is sorted by a choice', async () => {
    const { page } = dashboard
    await open('/templates')
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'Name, A to Z' }).click()
    const cards = page.locator('[data-card]')
    await eventually(async () => expect(await cards.allTextContents()).toEqual(['alpha', 'Charlie', 'Delta']))
    expectNoProblems()
  })

  it('of contacts is sorted by address', async () => {
    await open('/contacts')
    await sortBy('Email')
    const inOrder = ['alpha@example.com', 'charlie@example.com', 'delta@example.com']
    await eventually(async () => {
      const names = await shownNames(1)
      expect(
        names
          .filter((name) => /alpha|charlie|delta/.test(name))
          .map((name) => inOrder.findIndex((email) => name.endsWith(email))),
      ).toEqual([0, 1, 2])
    })
    expectNoProblems()
  })

  it('of suppressions is sorted by address, and emails from the oldest', async () => {
    for (const name of ['b', 'c', 'a']) {
      await ask(dashboard.node, 'POST /suppressions', { body: { email: `${name}@example.org` } })
      await ask(dashboard.node, 'POST /v1/send', {
        body: {
          from: 'hello@shop.test',
          to: `${name}@example.com`,
          subject: 'In order',
          body: '<p>Hello</p>',
        },
      })
    }
    await open('/suppressions')
    await sortBy('Address')
    const suppressed = ['a@example.org', 'b@example.org', 'c@example.org']
    await eventually(async () => expect(await shownNames()).toEqual(suppressed))
    await open('/emails?sort=createdAt&q=order')
    const sent = ['b@example.com', 'c@example.com', 'a@example.com']
    await eventually(async () => expect(await shownNames()).toEqual(sent))
    expectNoProblems()
  })

  it.each([
    ['/keys', 'Search by name', 'Billing'],
    ['/settings?tab=members', 'Search by name or address', '@'],
    ['/settings?tab=audit', 'Search the audit log', 'key.created'],
  ])('on %s is searched, in a card', async (below, label, text) => {
    const { page } = dashboard
    await ask(dashboard.node, 'POST /keys', { body: { name: 'Billing' } })
    await open(below)
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    await page.getByRole('searchbox', { name: label }).fill('nothing of this kind')
    await page.getByText('Nothing matches').waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: label }).fill(text)
    await rows.first().waitFor()
    expect(page.url()).toContain('q=')
    await expectAccessible(page)
    expectNoProblems()
  })

  it('has compact rows on request, and keeps them', async () => {
    const { page } = dashboard
    const heightOfRow = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0
    await open('/segments')
    const usual = await heightOfRow()
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await eventually(async () => expect(await heightOfRow()).toBeLessThan(usual))
    await page.reload()
    await eventually(async () => expect(await heightOfRow()).toBeLessThan(usual))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await eventually(async () => expect(await heightOfRow()).toBe(usual))
    expectNoProblems()
  })
})

describe('a view', () => {
  it('is saved, opened again by its name, and deleted', async () => {
    const { page } = dashboard
    await open('/segments?q=a&sort=-name')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('With an a')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'With an a' }).waitFor()
    await open('/segments')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'With an a' }).click()
    await eventually(async () => expect(await shownNames()).toEqual(['Delta', 'Charlie', 'alpha']))
    await page.getByRole('button', { name: 'With an a' }).click()
    await page.getByRole('menuitem', { name: 'Delete With an a' }).click()
    await page.getByText('The view was deleted.').waitFor()
    await eventually(async () => expect(await shownNames()).toEqual(NAMES.toReversed()))
    const { views } = (await ask(dashboard.node, 'GET /views')).json<{ views: unknown[] }>()
    expect(views).toEqual([])
    expectNoProblems()
  })
})

describe('contacts', () => {
  it('are added to a new list in bulk', async () => {
    const { page } = dashboard
    await open('/contacts?q=alpha')
    await page.getByRole('checkbox', { name: 'Select alpha@example.com' }).click()
    await page.getByRole('button', { name: 'Add to segment' }).click()
    await page.getByRole('combobox', { name: 'Segment' }).click()
    await page.getByRole('option', { name: 'New list…' }).click()
    await page.getByRole('textbox', { name: 'Name of the new list' }).fill('Beta testers')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add 1 contact' }).click()
    await page.getByText('1 contact changed.').waitFor()
    const { segments } = (await ask(dashboard.node, 'GET /segments?search=Beta%20testers')).json<{
      segments: object[]
    }>()
    expect(segments).toMatchObject([{ name: 'Beta testers', type: 'STATIC', memberCount: 1 }])
    expectNoProblems()
  })

  it('are chosen by their engagement', async () => {
    const { page } = dashboard
    await open('/contacts')
    await page.getByRole('combobox', { name: 'Engagement' }).click()
    await page.getByRole('option', { name: 'Opened or clicked in 30 days' }).click()
    await page.getByRole('heading', { name: 'Nobody matches' }).waitFor()
    expect(page.url()).toContain('emailActivity.opened')
    expectNoProblems()
  })
})

describe('a dialog opened by keyboard', () => {
  const isTyped = (text: string) =>
    dashboard.page.evaluate<boolean>(`document.activeElement.value === ${JSON.stringify(text)}`)

  it('takes what is typed into its first field, and closes by one Escape', async () => {
    const { page } = dashboard
    await open('/contacts?q=alpha')
    await page.getByRole('button', { name: 'Add contact' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('zoe')
    await eventually(async () => expect(await isTyped('zoe')).toBe(true))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expectNoProblems()
  })

  it('gives the focus to its form once that is loaded', async () => {
    const { page } = dashboard
    await open('/contacts?q=alpha')
    const { promise: isOpen, resolve: release } = Promise.withResolvers<void>()
    const isSegments = ({ pathname }: URL) => pathname === '/segments'
    await page.route(isSegments, async (route) => {
      await isOpen
      await route.continue()
    })
    await page.getByRole('checkbox', { name: 'Select alpha@example.com' }).press('Space')
    await page.getByRole('button', { name: 'Add to segment' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    release()
    const field = page.getByRole('dialog').getByRole('combobox')
    await eventually(async () => expect(await field.evaluate(hasFocus)).toBe(true))
    await page.unroute(isSegments)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expectNoProblems()
  })

  it('that only asks has the focus on its first answer, and closes by one Escape', async () => {
    const { page } = dashboard
    await open('/contacts?q=alpha')
    await page.getByRole('checkbox', { name: 'Select alpha@example.com' }).press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).press('Enter')
    const keep = page.getByRole('button', { name: 'Keep them' })
    await eventually(async () => expect(await keep.evaluate(hasFocus)).toBe(true))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expectNoProblems()
  })
})
