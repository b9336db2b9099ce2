// The people in an email: previewed as one contact after the other, as inboxes show it, and for whom values are missing.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { bodyEditorOf, stepsOn, typeIntoList, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

async function create(path: string, body: object): Promise<string> {
  const answer = await ask(dashboard.node, `POST ${path}`, { body })
  if (answer.status >= 300) throw new Error(answer.text)
  const made = answer.json<{ id?: string; data?: { id: string } }>()
  return made.id ?? made.data?.id ?? ''
}

const EMAIL = {
  subject: 'News for {{ firstName }}',
  previewText: 'Only today, {{ firstName }}',
  body: '<h1>Hello {{ firstName }}</h1><p>{{ plan }}</p>',
  from: 'news@shop.test',
  fromName: 'The Shop',
}

let template: string
beforeAll(async () => {
  // Newest first, so Ada is the first of all.
  await create('/contacts', { email: 'cleo@example.com', data: { plan: 'pro' }, subscribed: false })
  await create('/contacts', { email: 'ben@example.com', data: { firstName: 'Ben', plan: 'free' } })
  await create('/contacts', { email: 'ada@example.com', data: { firstName: 'Ada', plan: 'pro' } })
  template = await create('/templates', { name: 'News', ...EMAIL })
})

describe('a template', () => {
  it('is previewed as one contact after the other, with its row in the inbox', async () => {
    const { page } = dashboard
    await open(`/templates/${template}?as=contact`)
    await page.getByRole('button', { name: 'Next contact' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello Ada' }))
    await page.getByText('1 of 3').waitFor()
    const inbox = page.getByRole('region', { name: 'In the inbox' })
    await inbox.getByText('News for Ada', { exact: true }).waitFor()
    await inbox.getByText('The Shop', { exact: true }).waitFor()
    await inbox.getByText('Only today, Ada').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next contact' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello Ben' }))
    await page.getByRole('button', { name: 'Phone' }).click()
    await inbox.getByText('News for Ben', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const { x = 0, width = 0 } = (await inbox.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Previous contact' }).click()
    await inbox.getByText('News for Ada', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Previous contact' }).isDisabled()).toBe(true)
    expectNoProblems()
  })

  it('says for how many contacts a field is missing, and takes a fallback for all of its texts', async () => {
    const { page } = dashboard
    await open(`/templates/${template}?pane=problems`)
    await page.getByText('firstName is missing for 1 of 3.').waitFor()
    expect(await page.getByText(/plan is missing/).count()).toBe(0)
    // The heading says what the tab does.
    expect(await page.getByText('No problems', { exact: true }).count()).toBe(0)
    await page.getByText('1 hint', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Problems 1' }).waitFor()
    await page.getByRole('button', { name: 'Add a fallback for firstName' }).click()
    await page.getByLabel('If it is empty, write').fill('you')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe("News for {{ firstName | default: 'you' }}")
    expect(await page.getByLabel('Preview text').inputValue()).toBe(
      "Only today, {{ firstName | default: 'you' }}",
    )
    await eventually(async () =>
      expect(await bodyEditorOf(page).textContent()).toContain("Hello {{ firstName | default: 'you' }}"),
    )
    await eventually(async () => expect(await page.getByText(/is missing for/).count()).toBe(0))
    await page.getByText('No problems', { exact: true }).waitFor()
    expectNoProblems()
  })

  it('takes a field with a fallback into its subject and its code', async () => {
    const { page } = dashboard
    await open(`/templates/${await create('/templates', { name: 'Picker', ...EMAIL, subject: 'Hi ' })}`)
    await page.getByLabel('Subject').click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Insert a field' }).first().click()
    await typeIntoList(page, 'first')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByLabel('If it is empty, write').fill('there')
    await page.getByText("{{ firstName | default: 'there' }}", { exact: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Subject').inputValue()).toBe("Hi {{ firstName | default: 'there' }}")
    await bodyEditorOf(page).click()
    await page.keyboard.press('Control+A')
    await page.getByRole('button', { name: 'Insert a field' }).last().click()
    await page.getByRole('button', { name: 'unsubscribeUrl' }).click()
    await eventually(async () =>
      expect((await bodyEditorOf(page).textContent())?.trim()).toBe('{{ unsubscribeUrl }}'),
    )
    expectNoProblems()
  })
})

describe('a campaign', () => {
  it('is previewed as the people of its audience, and counts whose values are missing', async () => {
    const { page } = dashboard
    await create('/contacts', { email: 'dora@example.com', data: { plan: 'pro' } })
    const pro = { field: 'data.plan', operator: 'equals', value: 'pro' }
    const audience = { audienceType: 'FILTERED', audienceFilter: { operator: 'AND', conditions: [pro] } }
    const id = await create('/campaigns', { name: 'Pro news', ...EMAIL, ...audience })
    await open(`/campaigns/${id}?step=content&as=contact&contact=ada@example.com`)
    const inbox = page.getByRole('region', { name: 'In the inbox' })
    await inbox.getByText('News for Ada', { exact: true }).waitFor()
    // Cleo is not subscribed, and Ben not in the audience.
    await page.getByText('2 of 2').waitFor()
    expect(await page.getByRole('button', { name: 'Next contact' }).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Problems' }).click()
    await page.getByText('firstName is missing for 1 of 2.').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('a step of a workflow with a template', () => {
  it('is previewed as real contacts, each in the language of the contact', async () => {
    const { page } = dashboard
    const german = { subject: 'Neues für {{ firstName }}', body: '<h1>Hallo {{ firstName }}</h1>' }
    const translations = { de: german }
    const templateId = await create('/templates', { name: 'Welcome', ...EMAIL, translations })
    const steps = [{ id: 'hello', type: 'SEND_EMAIL', name: 'Hello', config: { templateId } }]
    const id = await create('/workflows', { name: 'Welcome', trigger: { type: 'MANUAL' }, steps })
    await create('/contacts', { email: 'emil@example.com', data: { firstName: 'Emil', locale: 'de-AT' } })
    await open(`/workflows/${id}?step=hello`)
    await page.getByRole('button', { name: 'Preview the email' }).click()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Show', exact: true }).click()
    await page.getByRole('option', { name: 'As a contact' }).click()
    await page.getByLabel('Address of the contact').fill('emil@example.com')
    const dialog = page.getByRole('dialog')
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'Hallo Emil' }).waitFor()
    await dialog.getByText('Neues für Emil', { exact: true }).waitFor()
    await page.getByLabel('Address of the contact').fill('ben@example.com')
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'Hello Ben' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    expectNoProblems()
  })
})
