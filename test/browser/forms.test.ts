// Forms as marketers use them: made beside a preview, shared, filled in by people, and followed to the welcome email.
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible, openSignedOut, useDashboard } from '../support/browser/dashboard.ts'
import { frameOf, stepsOn, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open, urlOf } = stepsOn(dashboard)

type Form = {
  id: string
  name: string
  fields: { key: string; options?: string[] }[]
  topics: string[]
  submissions: number
}

const readForms = async () => (await ask(dashboard.node, 'GET /forms')).json<{ forms: Form[] }>().forms

async function formNamed(name: string): Promise<Form> {
  const form = (await readForms()).find((one) => one.name === name)
  if (!form) throw new Error(`there is no form ${name}`)
  return form
}

async function create(path: string, body: object): Promise<string> {
  const answer = await ask(dashboard.node, `POST ${path}`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ id: string }>().id
}

const choose = async (field: Locator, option: string): Promise<void> => {
  await field.click()
  await dashboard.page.getByRole('option', { name: option }).click()
}

const field = (name: string) => dashboard.page.getByRole('group', { name, exact: true })

/** A browser of somebody else, in which no script runs. */
async function openWithoutScript(url: string): Promise<Page> {
  const context = await dashboard.browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  return page
}

// A post within two seconds is taken for that of a robot.
const TYPING = { delay: 200 }

beforeAll(async () => {
  await create('/topics', {
    key: 'news',
    name: 'Product news',
    description: 'Once a month.',
    optIn: 'implied',
  })
})

/** A browser, as far as the test looks into it. */
type StyledWindow = { getComputedStyle: (of: unknown) => { backgroundColor: string } }

describe('a form', () => {
  it('is made beside a preview that follows, with problems beside their fields', async () => {
    const { page } = dashboard
    await open('/forms')
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New form' }).first().click()
    await untilInFrame(page, (frame) => frame.getByLabel('Email'))
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByText('Some entries are incomplete.').waitFor()
    await page.getByRole('button', { name: 'Create form' }).click()
    await field('Field 2').getByText('Must not be empty').waitFor()
    expect(await page.getByText('Must not be empty').count()).toBe(2)
    await expectAccessible(page)
    await page.getByLabel('Name', { exact: true }).fill('Footer')
    await field('Field 2').getByLabel('Label').fill('Plan')
    const plan = field('Field 2: Plan')
    expect(await plan.getByLabel('Stored as').inputValue()).toBe('plan')
    await choose(plan.getByRole('combobox', { name: 'Type' }), 'Choice from a list')
    await plan.getByText('Must have at least one').waitFor()
    await plan.getByLabel('Choices').fill('Free\nPro')
    await untilInFrame(page, (frame) => frame.getByLabel('Plan'))
    await page.getByRole('button', { name: 'Add a field' }).click()
    await field('Field 3').getByLabel('Label').fill('First name')
    await page.getByRole('button', { name: 'Move Field 3: First name up' }).click()
    await page.getByRole('button', { name: 'Remove Field 3: Plan' }).waitFor()
    await page.getByLabel('Consent text').fill('We write once a month.')
    await page.getByLabel('Button').fill('Join us')
    await page.getByLabel('After signing up').fill('Good to have you!')
    await page.getByRole('checkbox', { name: 'Product news' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('button', { name: 'Join us' }))
    await untilInFrame(page, (frame) => frame.getByText('We write once a month.'))
    const text = await frameOf(page).locator('body').innerText()
    expect(text.indexOf('First name')).toBeLessThan(text.indexOf('Plan'))
    await page.getByRole('button', { name: 'Dark mode' }).click()
    const shade = () =>
      frameOf(page)
        .locator('body')
        .evaluate((body) => (globalThis as unknown as StyledWindow).getComputedStyle(body).backgroundColor)
    await eventually(async () => expect(await shade()).toBe('rgb(17, 17, 19)'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create form' }).click()
    await page.getByText('The form was created.').waitFor()
    await page.getByRole('heading', { name: 'Footer', level: 1 }).waitFor()
    expect(await formNamed('Footer')).toMatchObject({
      fields: [{ key: 'email' }, { key: 'data.firstName' }, { key: 'data.plan', options: ['Free', 'Pro'] }],
      topics: ['news'],
      submitLabel: 'Join us',
      confirm: null,
      enabled: true,
    })
    expectNoProblems()
  })

  it('is opened by its address and filled in without scripts, and the submission is counted', async () => {
    const { page } = dashboard
    const { id } = await formNamed('Footer')
    await open(`/forms/${id}?tab=share`)
    await page.getByText('No page of yours may use the form yet').waitFor()
    expect(await page.locator('pre').innerText()).toContain(`/f/${id}`)
    await expectAccessible(page)
    const address = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')
    const hosted = await openWithoutScript(address ?? '')
    await hosted.getByLabel('Email').pressSequentially('ada@example.com', TYPING)
    await hosted.getByLabel('First name').fill('Ada')
    await hosted.getByLabel('Plan').selectOption('Pro')
    await hosted.getByRole('button', { name: 'Join us' }).click()
    await hosted.getByText('Good to have you!').waitFor()
    await open(`/forms/${id}?tab=submissions`)
    const total = page.locator('section').filter({ hasText: 'Since it was created' })
    await eventually(async () => {
      const numbers = await total.locator('dd.tabular').allInnerTexts()
      expect(numbers).toEqual(['1', '1', '0'])
    })
    await page.getByRole('img', { name: '1 submission in the last 30 days' }).waitFor()
    const people = page.getByRole('table', { name: /^Contacts who signed up/ })
    const ada = people.getByRole('row', { name: /ada@example.com/ })
    await ada.getByText('Subscribed').waitFor()
    expect(await ada.getByRole('cell').allInnerTexts()).toContain('Pro')
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('grace')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('')
    await ada.waitFor()
    await page.getByRole('button', { name: /table/ }).click()
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor()
    await expectAccessible(page)
    await choose(page.getByRole('combobox', { name: 'Period' }), '90 days')
    await eventually(() => expect(page.url()).toContain('period=quarter'))
    await open('/forms')
    const row = page.getByRole('row', { name: /Footer/ })
    await row.getByText('Product news').waitFor()
    await row.getByText('1', { exact: true }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('shows what the server refuses, keeps unsaved changes, and follows those of others', async () => {
    const { page } = dashboard
    const { id } = await formNamed('Footer')
    await open(`/forms/${id}`)
    await choose(page.getByRole('combobox', { name: /^Confirm the address/ }), 'Always')
    await page.getByLabel('Allowed origins').fill('https://shop.test\nshop')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Must be the origin of a page').waitFor()
    await page.getByLabel('Allowed origins').fill('https://shop.test')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The project has no sender for the confirmations.
    const signUp = page.locator('section').filter({ hasText: 'Signing up' })
    await signUp.locator('p.text-bad').waitFor()
    await expectAccessible(page)
    forgetRefusals(422)
    await page.reload()
    await page.getByText('They are back.').waitFor()
    await ask(dashboard.node, `PATCH /forms/${id}`, { body: { name: 'Footer of the shop' } })
    await page.reload()
    await page.getByRole('heading', { name: 'Footer of the shop', level: 1 }).waitFor()
    await choose(page.getByRole('combobox', { name: /^Confirm the address/ }), 'Never')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The form was saved.').waitFor()
    await page.getByText('Everything is saved').waitFor()
    expect((await readForms())[0]).toMatchObject({
      name: 'Footer of the shop',
      allowedOrigins: ['https://shop.test'],
      confirm: false,
    })
    expectNoProblems()
  })

  it('keeps its topic from being deleted, and is found from there and by Ctrl-K', async () => {
    const { page } = dashboard
    const [form] = await readForms()
    await open('/settings?tab=topics')
    await page.getByRole('button', { name: 'Delete Product news' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: form?.name ?? '' })
      .click()
    await page.getByRole('heading', { name: form?.name ?? '', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill('Make a form')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New form', level: 1 }).waitFor()
    expectNoProblems()
  })

  it('works on a phone', async () => {
    const { page } = dashboard
    const [form] = await readForms()
    onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }))
    await page.setViewportSize({ width: 390, height: 844 })
    for (const below of ['', `/${form?.id}`, `/${form?.id}?tab=share`, `/${form?.id}?tab=submissions`]) {
      await open(`/forms${below}`)
      const isWide = await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
      expect([below, isWide]).toEqual([below, false])
      await expectAccessible(page)
    }
    expectNoProblems()
  })

  it('can be looked at, and not changed, by a viewer', async () => {
    const { page, database, projectId } = dashboard
    const [form] = await readForms()
    const setRole = async (role: string): Promise<void> => {
      await database.query('update members set role = $1 where project_id = $2', [role, projectId])
    }
    onTestFinished(() => setRole('owner'))
    await setRole('viewer')
    await open(`/forms/${form?.id}`)
    await page.getByRole('note').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    for (const name of ['Save', 'Delete', 'Add a field']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await untilInFrame(page, (frame) => frame.getByRole('button', { name: 'Join us' }))
    await expectAccessible(page)
    await open('/forms')
    await page.getByRole('row', { name: /Footer/ }).waitFor()
    expect(await page.getByRole('link', { name: 'New form' }).count()).toBe(0)
    expectNoProblems()
  })

  it('is deleted after a question', async () => {
    const { page } = dashboard
    const id = await create('/forms', { name: 'To delete' })
    await open(`/forms/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete To delete?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete the form' }).click()
    await page.getByText('The form was deleted.').waitFor()
    await eventually(() => expect(page.url()).toBe(urlOf('/forms')))
    expect((await readForms()).map(({ name }) => name)).not.toContain('To delete')
    // The page may fetch the form once more before it is left.
    forgetRefusals(404)
    expectNoProblems()
  })
})

describe('from a form to the welcome', () => {
  it('a person signs up, confirms by the email, and is welcomed by a workflow', async () => {
    const { page, node } = dashboard
    const project = { name: 'Acme', defaultFrom: 'news@shop.test', doubleOptIn: { enabled: true } }
    await ask(node, 'PATCH /project', { body: project })
    const config = {
      subject: 'Welcome to Acme',
      body: '<p>Good to see you, {{ firstName }}.</p>',
      from: 'news@shop.test',
    }
    await create('/workflows', {
      name: 'Welcome',
      trigger: { type: 'EVENT', event: 'contact.confirmed' },
      steps: [{ id: 'mail', type: 'SEND_EMAIL', config }],
      enabled: true,
    })
    const fields = [
      { key: 'email', label: 'Email', type: 'email' },
      { key: 'data.firstName', label: 'First name', type: 'text' },
    ]
    const id = await create('/forms', { name: 'Journey', topics: ['news'], fields })
    const hosted = await openSignedOut(dashboard)
    await hosted.goto(`${dashboard.url}/f/${id}`)
    await hosted.getByLabel('Email').fill('grace@example.com')
    await hosted.getByLabel('First name').fill('Grace')
    await hosted.getByRole('button', { name: 'Sign up' }).click()
    await hosted.getByRole('heading', { name: 'Thank you' }).waitFor()
    await open('/inbox')
    await page.getByRole('link', { name: /Please confirm your subscription to Acme/ }).click()
    await untilInFrame(page, (frame) => frame.getByRole('link', { name: 'Confirm', exact: true }))
    const link = await frameOf(page).getByRole('link', { name: 'Confirm', exact: true }).getAttribute('href')
    await hosted.goto(link ?? '')
    await hosted.getByText('Topics: Product news').waitFor()
    await hosted.getByRole('button', { name: 'Confirm' }).click()
    await hosted.getByRole('heading', { name: 'Thank you, you are subscribed' }).waitFor()
    await open('/inbox')
    await page.getByRole('link', { name: /Welcome to Acme/ }).click()
    await untilInFrame(page, (frame) => frame.getByText('Good to see you, Grace.'))
    await hosted.goto(link ?? '')
    await hosted.getByRole('heading', { name: 'You have confirmed already' }).waitFor()
    await open(`/forms/${id}?tab=submissions`)
    const total = page.locator('section').filter({ hasText: 'Since it was created' })
    await eventually(async () =>
      expect(await total.locator('dd.tabular').allInnerTexts()).toEqual(['1', '1', '1']),
    )
    expectNoProblems()
  })
})
