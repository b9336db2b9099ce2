// A workflow from the first key to the end of an execution, by keyboard alone; then what happens to one that is large, wrong,
// edited twice, or changed while somebody is inside.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { answerTogether, stepsOn, untilInFrame } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, open } = stepsOn(dashboard)

beforeAll(async () => {
  await ask(dashboard.node, 'POST /contacts', { body: { email: 'ada@example.com', data: { name: 'Ada' } } })
  await buildTemplate('Welcome')
})

async function buildTemplate(name: string): Promise<string> {
  const body = {
    name,
    subject: `${name}, {{ name }}`,
    body: '<h1>Good to see you, {{ name }}</h1>',
    from: 'hello@shop.test',
  }
  return (await ask(dashboard.node, 'POST /templates', { body })).json<{ id: string }>().id
}

type StoredWorkflow = { id: string; version: number; steps: { id: string; config: { amount?: number } }[] }

async function buildWorkflow(body: object): Promise<string> {
  const trigger = { type: 'MANUAL' }
  const reply = await ask(dashboard.node, 'POST /workflows', { body: { trigger, ...body } })
  return reply.json<StoredWorkflow>().id
}

const readWorkflow = async (id: string) =>
  (await ask(dashboard.node, `GET /workflows/${id}`)).json<StoredWorkflow>()

const delay = (id: string, next?: string, amount = 1) => ({
  id,
  type: 'DELAY',
  config: { amount, unit: 'days' },
  next,
})

const MOST_TABS = 60

/** As somebody without a mouse comes to it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  const focused = page.locator(':focus')
  for (let n = 0; n < MOST_TABS; n += 1) {
    if ((await target.and(focused).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not lead there')
}

/** From a list that has just been opened: keys pressed before it has the focus are lost. */
async function chooseByKey(page: Page, key: 'Home' | 'End', name: string): Promise<void> {
  const option = page.getByRole('option', { name })
  await option.waitFor()
  await eventually(async () => {
    await page.keyboard.press(key)
    expect(await option.getAttribute('data-highlighted')).not.toBeNull()
  })
  await page.keyboard.press('Enter')
}

/** The card that a closed panel leads back to. */
const onCard = (page: Page, id: string) => page.locator(`[data-step="${id}"]:focus`).waitFor()

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

describe('a workflow', () => {
  it('is built by keyboard alone, simulated, switched on, and watched to the end of an execution', async () => {
    const { page } = dashboard
    await open('/workflows')
    await page.getByRole('heading', { name: 'No workflows yet' }).waitFor()
    const recipes = page.getByRole('list', { name: 'Workflows to begin with' })
    await recipes.getByRole('button', { name: /Abandoned cart/ }).waitFor()
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: 'New workflow' }))
    await tabTo(page, page.getByRole('dialog').getByLabel('Name'))
    await page.keyboard.type('By keyboard')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
    await page.getByText('No steps yet', { exact: true }).waitFor()
    await page.getByText('Switched off', { exact: true }).waitFor()

    // The start: an event instead of a call.
    await press(page, page.locator('[data-step="@trigger"]'))
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    await press(page, panel.getByRole('combobox', { name: 'What starts it' }))
    await chooseByKey(page, 'Home', 'When an event happens')
    await tabTo(page, panel.getByLabel('Event', { exact: true }))
    await page.keyboard.type('signed.up')
    await page.getByText('When “signed.up” happens').first().waitFor()

    // A step after it, by +.
    await press(page, panel.getByRole('button', { name: 'Close' }))
    await onCard(page, '@trigger')
    await page.keyboard.press('+')
    await press(page, page.getByRole('dialog').getByRole('button', { name: /Send an email/ }))
    await panel.getByRole('heading', { name: 'Send an email' }).waitFor()
    await page.getByText(/1 thing to fix/).waitFor()
    await expectAccessible(page)
    await press(page, panel.getByRole('combobox', { name: 'Template' }))
    await chooseByKey(page, 'End', 'Welcome')
    await page.getByText('Send “Welcome”').first().waitFor()

    // Two more; one of them is removed, and comes back.
    for (const [from, type] of [
      ['email', /Wait a while/],
      ['delay', /Record an event/],
    ] as const) {
      await page.keyboard.press('Escape')
      await onCard(page, from)
      await page.keyboard.press('+')
      await press(page, page.getByRole('dialog').getByRole('button', { name: type }))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await panel.locator(':focus').waitFor()
    }
    await tabTo(page, panel.getByLabel('Event', { exact: true }))
    await page.keyboard.type('onboarded')
    await press(page, panel.getByRole('button', { name: 'Close' }))
    await onCard(page, 'event')
    await page.keyboard.press('ArrowUp')
    await onCard(page, 'delay')
    await page.keyboard.press('Delete')
    await page.getByText('2 steps', { exact: false }).first().waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('3 steps', { exact: false }).first().waitFor()
    await page.getByText('Ready', { exact: true }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved. It is version 1.').waitFor()

    // Tried on a virtual clock.
    await tabTo(page, page.getByRole('tab', { name: 'Build' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Run the simulation' }))
    const timeline = page.getByRole('list', { name: 'What happens, in order' })
    await timeline.getByText('The end').waitFor()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Good to see you, Ada' }))
    await expectAccessible(page)
    await tabTo(page, page.getByRole('slider', { name: 'Moment of the simulation' }))
    await page.keyboard.press('Home')
    await page.getByText('No email up to here.').waitFor()

    // Switched on, and somebody enters.
    await press(page, page.getByRole('switch', { name: 'Switched on' }), 'Space')
    await page.getByText('Contacts enter from now on.').waitFor()
    await ask(dashboard.node, 'POST /v1/track', { body: { email: 'ada@example.com', event: 'signed.up' } })
    await tabTo(page, page.getByRole('tab', { name: 'Simulate' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /ada@example.com.*Waiting/ }).waitFor()
    await expectAccessible(page)
    await press(page, page.getByRole('link', { name: 'ada@example.com' }))
    await page.getByRole('heading', { name: 'ada@example.com', level: 1 }).waitFor()
    await page
      .locator('[data-step="delay"]')
      .getByText(/Goes on/)
      .waitFor()
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: 'Skip the wait' }))
    await page.getByRole('status').getByText('Finished').waitFor()
    await page.getByText('Skipped by hand').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('begins with a recipe, whose templates are made', async () => {
    const { page } = dashboard
    await open('/workflows?dialog=create')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Abandoned cart').click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Abandoned cart', level: 1 }).waitFor()
    await page.getByText('Send “Cart reminder”').waitFor()
    // Its templates name no sender, and the project has none of its own.
    await page.locator('[data-step="reminder"]').getByText('The email has no sender').waitFor()
    await page.getByRole('button', { name: '2 warnings' }).click()
    await page.getByRole('menuitem', { name: 'Send “Cart discount”: The email has no sender' }).click()
    await page.getByText('This email has no sender, so sending it would fail.').waitFor()
    await expectAccessible(page)
    await ask(dashboard.node, 'PATCH /project', { body: { defaultFrom: 'hello@shop.test' } })
    await page.reload()
    await page.getByText('Ready', { exact: true }).waitFor()
    await page.locator('[data-step="large"]').click()
    await page.getByRole('complementary').getByRole('heading', { name: 'Condition' }).waitFor()
    await expectAccessible(page)
    await open('/workflows')
    await page.getByRole('switch', { name: 'Let contacts into “Abandoned cart”' }).click()
    await page.getByText('Contacts enter from now on.').waitFor()
    await page.getByRole('button', { name: 'More for Abandoned cart' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Abandoned cart', level: 1 }).waitFor()
    const list = (await ask(dashboard.node, 'GET /templates')).json<{ templates: { alias: string }[] }>()
    expect(list.templates.map(({ alias }) => alias)).toEqual(
      expect.arrayContaining(['cart-reminder', 'cart-discount']),
    )
    expectNoProblems()
  })

  it('says what its steps do, shows its emails small, and how contacts go through it', async () => {
    const { page } = dashboard
    const templateId = await buildTemplate('Newsletter')
    const filters = {
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
    }
    const id = await buildWorkflow({
      name: 'In words',
      trigger: { type: 'SCHEDULE', cron: '0 9 * * tue', timezone: 'Europe/Berlin' },
      steps: [
        { id: 'plan', type: 'CONDITION', config: { filters }, next: { yes: 'mail', no: null } },
        { id: 'mail', type: 'SEND_EMAIL', config: { templateId }, next: 'late' },
        { id: 'late', type: 'DELAY', config: { until: '09:00', weekdays: ['tue'] } },
      ],
    })
    await open(`/workflows/${id}`)
    await page.locator('[data-step="@trigger"]').getByText('Every Tue at 09:00, Europe/Berlin').waitFor()
    await page.locator('[data-step="plan"]').getByText('plan is pro?').waitFor()
    await page.locator('[data-step="late"]').getByText('Wait until Tuesday 9:00').waitFor()
    await page.locator('[data-step="mail"]').getByText('Newsletter, {{ name }}').waitFor()
    const picture = page.frameLocator('iframe[title="Send “Newsletter”"]')
    await picture.getByText('Good to see you').waitFor({ state: 'attached' })
    await expectAccessible(page)
    const { contacts } = (await ask(dashboard.node, 'GET /contacts?email=ada@example.com')).json<{
      contacts: { id: string }[]
    }>()
    await ask(dashboard.node, `PATCH /workflows/${id}`, { body: { enabled: true } })
    await ask(dashboard.node, `POST /workflows/${id}/executions`, { body: { contactId: contacts[0]?.id } })
    await page.getByRole('button', { name: 'Show how contacts go through it' }).click()
    await page.locator('[data-step="plan"]').getByText('1 entered · 0 here · 0 left early').waitFor()
    await page.locator('[data-step="mail"]').getByText('0 sent · 0.0% opened · 0.0% clicked').waitFor()
    await page.getByText('1 · 100.0%').first().waitFor()
    expect(page.url()).toContain('show=funnel')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show what each step does' }).click()
    await page.locator('[data-step="plan"]').getByText('plan is pro?').waitFor()
    expectNoProblems()
  })

  it('of 200 steps opens, is walked through and edited', async () => {
    const { page } = dashboard
    const steps = Array.from({ length: 199 }, (_, n) => delay(`s${n}`, n < 198 ? `s${n + 1}` : undefined))
    const id = await buildWorkflow({ name: 'Large', steps })
    await open('/workflows')
    await page.getByRole('link', { name: 'Large', exact: true }).click()
    await page.locator('[data-step="s198"]').waitFor({ state: 'attached' })
    expect(await page.locator('[data-step]').count()).toBe(200)
    await page.locator('[data-step="s0"]').focus()
    await page.keyboard.press('+')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Wait a while/ })
      .click()
    await page.getByText('200 steps', { exact: false }).first().waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved. It is version 1.').waitFor()
    expect((await readWorkflow(id)).steps).toHaveLength(200)
    expectNoProblems()
  })

  it('asks for all that its canvas shows at once', async () => {
    const { page } = dashboard
    const path = `/workflows/${await buildWorkflow({ name: 'At once', steps: [delay('wait')] })}`
    onTestFinished(await answerTogether(page, [path, `${path}/statistics`, '/templates', '/segments']))
    await open(path)
    await page.locator('[data-step="wait"]').waitFor()
    expectNoProblems()
  })

  it('waits for a date with a way for those who are late, compares events, and computes data', async () => {
    const { page } = dashboard
    const id = await buildWorkflow({
      name: 'Renewals',
      steps: [
        delay('wait', 'paid'),
        {
          id: 'paid',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'order.paid', timeout: { amount: 1, unit: 'days' } },
          next: { event: 'thanks', timeout: null },
        },
        { id: 'thanks', type: 'UPDATE_CONTACT', config: { data: { renewed: true } } },
      ],
    })
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    const choose = async (field: string, option: string) => {
      await panel.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await open(`/workflows/${id}?step=wait`)
    await choose('Wait', 'Until the best hour of the contact')
    await panel.getByLabel('Time of day if it is not known').fill('10:30')
    await page.getByText('At 10:30 if it is not known').first().waitFor()
    await expectAccessible(page)
    await choose('Wait', 'Until a date')
    await panel.getByLabel('Where the date is').fill('data.renewsAt')
    await choose('Before or after', 'Before it')
    await panel.getByLabel('Distance').fill('7')
    await panel.getByLabel('Time of day').fill('09:00')
    await choose('If that time has passed', 'Go another way')
    await page.getByText('Wait until 7 days before renewsAt').first().waitFor()
    await page.getByText('Skipped').first().waitFor()
    await expectAccessible(page)
    await page.locator('[data-step="paid"]').click()
    await panel.getByRole('button', { name: 'Add a condition on the data' }).click()
    await panel.getByLabel('Field', { exact: true }).fill('orderId')
    await choose('Compare with', 'The event that started the workflow')
    await expectAccessible(page)
    await page.locator('[data-step="thanks"]').click()
    const numbers = panel.getByRole('group', { name: 'Numbers to add' })
    await numbers.getByRole('button', { name: 'Add a field' }).click()
    await numbers.getByLabel('Name').fill('renewals')
    await numbers.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Number' }).click()
    await numbers.getByLabel('Value').fill('many')
    await numbers.getByText('This is not a number.').waitFor()
    await numbers.getByLabel('Value').fill('1')
    const data = panel.getByRole('group', { name: 'Data to set' })
    expect(await data.getByLabel('Name').inputValue()).toBe('renewed')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Show as JSON: Data to set' }).click()
    await panel
      .getByRole('textbox', { name: 'Data to set' })
      .fill('{"renewed": true, "trial": null, "address": {"city": "Bonn"}}')
    await panel.getByRole('button', { name: 'Show as fields: Data to set' }).click()
    await data.getByText('Has parts of its own; change it as JSON.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await page.getByText('Saved. It is version 1.').waitFor()
    const untilDate = { field: 'data.renewsAt', offset: { amount: -7, unit: 'days' }, at: '09:00' }
    const where = [{ field: 'data.orderId', operator: 'equals', valueFrom: 'event.data.orderId' }]
    expect((await readWorkflow(id)).steps).toMatchObject([
      { config: { untilDate, ifPast: 'skip' }, next: { date: 'paid', skip: null } },
      { config: { where } },
      {
        config: {
          data: { renewed: true, trial: null, address: { city: 'Bonn' } },
          increment: { renewals: 1 },
        },
      },
    ])
    expectNoProblems()
  })

  it('has a goal that moves contacts ahead, and shows its results step by step', async () => {
    const { page } = dashboard
    const templateId = await buildTemplate('Offer')
    const mail = { id: 'mail', type: 'SEND_EMAIL', name: 'The offer', config: { templateId }, next: 'wait' }
    const steps = [mail, delay('wait', 'thanks'), delay('thanks')]
    const id = await buildWorkflow({ name: 'Offers', steps })
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    await open(`/workflows/${id}?step=@trigger`)
    await panel.getByLabel('Event that contacts are meant to reach').fill('order.paid')
    await panel.getByLabel('Value to add up').fill('data.total')
    await panel.getByRole('combobox', { name: 'Who reaches it' }).click()
    await page.getByRole('option', { name: 'Moves ahead to a step' }).click()
    await panel.getByText('Is required with whenReached goTo').waitFor()
    await panel.getByRole('combobox', { name: 'Step', exact: true }).click()
    await page.getByRole('option').last().click()
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'Switched on' }).click()
    await page.getByText('Contacts enter from now on.').waitFor()
    const [ada] = (await ask(dashboard.node, 'GET /contacts?email=ada@example.com')).json<{
      contacts: { id: string }[]
    }>().contacts
    await ask(dashboard.node, `POST /workflows/${id}/executions`, { body: { contactId: ada?.id } })
    const emailsSent = async () =>
      (await ask(dashboard.node, `GET /workflows/${id}/statistics`)).json<{
        steps: { email: { sent: number } | null }[]
      }>().steps[0]?.email?.sent
    await eventually(async () => expect(await emailsSent()).toBe(1))
    await ask(dashboard.node, 'POST /v1/track', {
      body: { event: 'order.paid', email: 'ada@example.com', data: { total: 12 } },
    })
    await page.getByRole('tab', { name: 'Results' }).click()
    const row = page.getByRole('row', { name: /The offer/ })
    await row.getByRole('cell', { name: '12', exact: true }).waitFor()
    await page.getByText('Contacts with the event “order.paid”').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Download as CSV' }).waitFor()
    expectNoProblems()
  })

  it('is started by a date of contacts, every year', async () => {
    const { page } = dashboard
    const id = await buildWorkflow({ name: 'Birthdays', steps: [delay('wait')] })
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    const choose = async (field: string, option: string) => {
      await panel.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await open(`/workflows/${id}`)
    await page.locator('[data-step="@trigger"]').click()
    await choose('What starts it', 'At a date of the contact')
    await panel.getByLabel('Where the date is').fill('birthday')
    await page.keyboard.press('Control+s')
    await panel.getByText('Must be data.<key>, the date of a contact').waitFor()
    await panel.getByLabel('Where the date is').fill('data.birthday')
    await choose('Before or after', 'Before it')
    await panel.getByLabel('Distance').fill('2')
    await panel.getByLabel('Time of day').fill('09:00')
    await panel.getByRole('switch', { name: 'Every year' }).click()
    await choose('How often', 'Again after the end')
    await page.getByText('Every year: 2 days before birthday at 9:00').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await page.getByText('Saved. It is version 1.').waitFor()
    expect(await readWorkflow(id)).toMatchObject({
      trigger: {
        type: 'DATE',
        field: 'data.birthday',
        offset: { amount: -2, unit: 'days' },
        at: '09:00',
        repeat: 'yearly',
      },
      entry: { reentry: 'afterExit' },
    })
    forgetRefusals(422)
    expectNoProblems()
  })

  it('shows what the server refuses at its step, with a way there', async () => {
    const { page } = dashboard
    const templateId = await buildTemplate('Short-lived')
    const steps = [delay('before', 'mail'), { id: 'mail', type: 'SEND_EMAIL', config: { templateId } }]
    const id = await buildWorkflow({ name: 'Refused', steps })
    await open(`/workflows/${id}?step=mail`)
    await page.getByLabel('Name of the step').fill('Goodbye')
    await ask(dashboard.node, `DELETE /templates/${templateId}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: '1 thing to fix' }).click()
    await page.getByRole('menuitem', { name: /Goodbye/ }).click()
    await page.locator('[data-step=mail]:focus').waitFor()
    await expectAccessible(page)
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is not overwritten by a second tab, and nothing typed is lost', async () => {
    const { page, context } = dashboard
    const id = await buildWorkflow({ name: 'Two tabs', steps: [delay('wait')] })
    const second = await context.newPage()
    onTestFinished(() => second.close())
    await open(`/workflows/${id}?step=wait`)
    await open(`/workflows/${id}?step=wait`, second)
    await page.getByLabel('How long').fill('3')
    await second.getByLabel('How long').fill('5')
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText('Saved. It is version 1.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else saved this workflow while you were editing.').waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByText('Somebody else saved this workflow while you were editing.').waitFor()
    expect(await page.getByLabel('How long').inputValue()).toBe('3')
    expect((await readWorkflow(id)).steps[0]?.config.amount).toBe(5)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog').locator('.cm-deletedChunk').getByText('"amount": 5').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. It is version 1.').waitFor()
    expect((await readWorkflow(id)).steps[0]?.config.amount).toBe(3)
    forgetRefusals(409)
    expectNoProblems()
  })

  it('shows on the page of an execution why its webhook has not succeeded', async () => {
    const call = { id: 'call', type: 'WEBHOOK', config: { url: 'https://receiver.invalid/hook' } }
    const id = await buildWorkflow({ name: 'Calls', enabled: true, steps: [call] })
    const { contacts } = (await ask(dashboard.node, 'GET /contacts')).json<{ contacts: { id: string }[] }>()
    const started = await ask(dashboard.node, `POST /workflows/${id}/executions`, {
      body: { contactId: contacts[0]?.id },
    })
    const path = `/workflows/${id}/executions/${started.json<{ id: string }>().id}`
    await eventually(async () => {
      const { history } = (await ask(dashboard.node, `GET ${path}`)).json<{ history: { output: object }[] }>()
      expect(history[0]?.output).toHaveProperty('answer')
    })
    const { page } = dashboard
    await open(path)
    await page.getByText('No answer: ').waitFor()
    await page.getByText(/^\d attempts?$/).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('says what a change means for those inside, and shows its versions', async () => {
    const { page } = dashboard
    const id = await buildWorkflow({ name: 'In use', steps: [delay('wait')], enabled: true })
    await open(`/workflows/${id}?tab=executions`)
    await page.getByRole('button', { name: 'Start for a contact' }).click()
    await page.getByRole('dialog').getByLabel('Address of a contact').fill('ada@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('row', { name: /ada@example.com/ }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search by address' })
    await search.fill('nobody')
    await page.getByText('No execution matches').waitFor()
    await search.fill('da@exam')
    await page.getByRole('row', { name: /ada@example.com/ }).waitFor()
    await page.getByRole('tab', { name: 'Build' }).click()
    await page.locator('[data-step="wait"]').click()
    await page.getByText(/1 waiting/).waitFor()
    await page.getByLabel('How long').fill('9')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/1 contact is inside\. They finish on the version they began with/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the new version' }).click()
    await page.getByText('Saved. It is version 2.').waitFor()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: /Version 1.*1 contact inside/ }).click()
    await page.getByText('Changed: Wait 9 days').waitFor()
    await page.locator('.cm-deletedChunk').getByText('"amount": 1').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Executions' }).click()
    await page.getByRole('link', { name: 'ada@example.com' }).click()
    await page.getByText('Began with version 1 and finishes on it; the current one is 2.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor()
    expectNoProblems()
  })
})
