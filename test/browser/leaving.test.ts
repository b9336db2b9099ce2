// Editors that save when their author says so ask before they are left, and bring back what was not saved.
import { expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { bodyEditorOf, stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

const EMAIL = { subject: 'Hello', body: '<p>Hello</p>' }
const NEWS = { ...EMAIL, name: 'News', from: 'news@shop.test', audienceType: 'ALL', cron: '0 9 * * mon' }
const WAIT = { id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } }

const nameField = () => dashboard.page.getByLabel('Name', { exact: true })
const subjectField = () => dashboard.page.getByLabel('Subject', { exact: true })

it.each([
  { kind: 'form', path: '/forms', body: { name: 'Footer' }, field: nameField },
  { kind: 'segment', path: '/segments', body: { name: 'Readers', type: 'STATIC' }, field: nameField },
  { kind: 'recurring campaign', path: '/recurring-campaigns', body: NEWS, field: nameField },
  { kind: 'template', path: '/templates', body: { ...EMAIL, name: 'Receipt' }, field: subjectField },
  {
    kind: 'partial',
    path: '/partials',
    body: { key: 'footer', name: 'Footer', body: '<p>Bye</p>' },
    field: () => bodyEditorOf(dashboard.page),
  },
  {
    kind: 'workflow',
    path: '/workflows',
    body: { name: 'Welcome', eventName: 'signed.up', steps: [WAIT] },
    search: '?step=wait',
    field: () => dashboard.page.getByLabel('Name of the step'),
  },
])(
  'the editor of a $kind asks before it is left with changes',
  async ({ path, body, search = '', field }) => {
    const { page } = dashboard
    const answer = await ask(dashboard.node, `POST ${path}`, { body })
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    const record = `${path}/${answer.json<{ id: string }>().id}`
    await open(`${record}${search}`)
    const leave = () => page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await field().click()
    await page.keyboard.press('End')
    await page.keyboard.type('changed')
    await leave()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    expect(page.url()).toContain(record)
    await leave()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await open(`${record}${search}`)
    await page.getByText('They are back.').waitFor()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await page.getByText('They are back.').waitFor({ state: 'detached' })
    await leave()
    await eventually(() => expect(page.url()).toContain('/contacts'))
    expectNoProblems()
  },
)
