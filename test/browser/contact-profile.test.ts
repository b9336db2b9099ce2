// A contact as a profile: who it is, where it is, what it got; and its fields, changed without JSON.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

type Contact = { id: string; data: Record<string, unknown> }

let contactId: string
const readData = async () => (await ask(dashboard.node, `GET /contacts/${contactId}`)).json<Contact>().data

async function create(path: string, body: object): Promise<string> {
  const answer = await ask(dashboard.node, `POST ${path}`, { body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.json<{ id: string }>().id
}

const ADA = {
  email: 'ada@example.com',
  data: { firstName: 'Ada', lastName: 'Lovelace', plan: 'free', address: { city: 'London', lines: [1, 2] } },
}

beforeAll(async () => {
  contactId = await create('/contacts', ADA)
  await create('/contacts', { email: 'grace@example.com', data: { logins: 12, plan: 'pro' } })
  const pro = { field: 'data.plan', operator: 'equals', value: 'pro' }
  await create('/segments', { name: 'Paying', filters: { operator: 'AND', conditions: [pro] } })
  await create('/segments', { name: 'Testers', type: 'STATIC', emails: [ADA.email] })
  const steps = [{ id: 'wait', type: 'DELAY', name: 'Give them a day', config: { amount: 1, unit: 'days' } }]
  const workflow = { name: 'Welcome', trigger: { type: 'MANUAL' }, steps, enabled: true }
  const workflowId = await create('/workflows', workflow)
  await create(`/workflows/${workflowId}/executions`, { contactId })
  const email = { to: ADA.email, from: 'shop@shop.test', subject: 'Your order', body: '<p>Sent</p>' }
  await ask(dashboard.node, 'POST /v1/send', { body: email })
})

describe('the page of a contact', () => {
  it('shows who it is, its segments, workflows and emails', async () => {
    const { page } = dashboard
    await eventually(async () => {
      const { executions } = (await ask(dashboard.node, `GET /contacts/${contactId}/executions`)).json<{
        executions: { status: string }[]
      }>()
      expect(executions.map(({ status }) => status)).toEqual(['WAITING'])
    })
    await open(`/contacts/${contactId}`)
    await page.getByText('Ada Lovelace', { exact: true }).waitFor()
    await page.getByText('AL', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Testers' }).waitFor()
    expect(await page.getByRole('link', { name: 'Paying' }).count()).toBe(0)
    await page.getByText('At: Give them a day').waitFor()
    await page.getByRole('link', { name: 'Your order' }).waitFor()
    await page.getByRole('img', { name: /^Sent / }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('columnheader', { name: 'Opened' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)).toBe(false)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Open the execution of Welcome' }).click()
    await page.getByText('Give them a day').first().waitFor()
    expectNoProblems()
  })

  it('changes a field by its kind, and then shows the segment that depends on it', async () => {
    const { page } = dashboard
    await open(`/contacts/${contactId}`)
    await page.getByRole('button', { name: 'Change plan' }).click()
    await page.getByLabel('Value').fill('pro')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Paying' }).waitFor()
    expect(await readData()).toEqual({ ...ADA.data, plan: 'pro' })
    expectNoProblems()
  })

  it('adds a number that others have, refuses what is none, and keeps nested values', async () => {
    const { page } = dashboard
    await open(`/contacts/${contactId}`)
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Name', { exact: true }).fill('logins')
    await page.getByRole('combobox', { name: 'Kind' }).getByText('Number').waitFor()
    await page.getByLabel('Value').fill('many')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This is not a number.').waitFor()
    await page.getByLabel('Value').fill('3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Change logins' }).waitFor()
    expect(await readData()).toEqual({ ...ADA.data, plan: 'pro', logins: 3 })
    // A value with parts of its own is shown, and changed as JSON only.
    expect(await page.getByRole('button', { name: 'Change address' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show as JSON' }).click()
    const json = page.getByLabel('Fields as JSON')
    const { plan: _plan, ...rest } = await readData()
    await json.fill('{')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This is not a JSON object.').waitFor()
    await json.fill(JSON.stringify({ ...rest, vip: true }))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Change vip' }).waitFor()
    expect(await readData()).toEqual({ ...rest, vip: true })
    expectNoProblems()
  })

  it('says why the address gets no email, and lifts the suppression', async () => {
    const { page } = dashboard
    await create('/suppressions', { email: ADA.email, reason: 'hard_bounce' })
    await open(`/contacts/${contactId}`)
    await page.getByText('This address gets no email: an email bounced').waitFor()
    await page.getByRole('button', { name: 'Lift the suppression' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the suppression' }).click()
    await page.getByText('The address may get email again.').waitFor()
    await untilWhole(page)
    expect(await page.getByText('This address gets no email').count()).toBe(0)
    expectNoProblems()
  })

  it('leaves a contact out of the list as soon as it is deleted, and shows it again after Undo', async () => {
    const { page } = dashboard
    const id = await create('/contacts', { email: 'gone@example.com' })
    await open('/contacts')
    await page.getByRole('link', { name: 'gone@example.com' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'grace@example.com' }).waitFor()
    expect(await page.getByRole('link', { name: 'gone@example.com' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'gone@example.com' }).waitFor()
    await open('/contacts')
    await page.getByRole('link', { name: 'gone@example.com' }).waitFor()
    expect((await ask(dashboard.node, `GET /contacts/${id}`)).status).toBe(200)
    expectNoProblems()
  })
})
