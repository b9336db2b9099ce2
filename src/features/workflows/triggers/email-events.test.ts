// Workflows that are started by events of emails, and those whose own emails start them again.
import { describe, expect, it, onTestFinished } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
// Long enough to be tracked: a short receipt with a pixel looks like spam.
const BODY = `<body><p>${'The news of the week. '.repeat(20)}</p><a href="https://shop.test/a">a</a></body>`
const STEPS = [{ id: 'd', type: 'DELAY', config: { amount: 1, unit: 'days' } }]
const ON = { opens: true, clicks: true }

const email = (id: string, next?: string) => ({
  id,
  type: 'SEND_EMAIL',
  config: { subject: 'Hi', body: BODY, from: 'a@app.example' },
  next,
})

const SCANNER = 'Barracuda Sentinel (EE)'

/** Opens an email and follows its link, some minutes after it was sent, as people do. */
async function read(app: TestApp, emailId: string, userAgent = BROWSER): Promise<void> {
  app.clock.advance(600_000)
  // The next test sends email that is due by the clock of the machine.
  onTestFinished(() => app.clock.advance(-600_000))
  const { html } = (await call(app, ['GET', `/emails/${emailId}/content`])).json<{ html: string }>()
  for (const path of ['o', 'c']) {
    const [url = ''] = new RegExp(`/${path}/[^"]+`).exec(html) ?? []
    await app.app.inject({ method: 'GET', url, headers: { 'user-agent': userAgent } })
  }
}

describe('the events of an email', () => {
  it('start the workflows with such a trigger: queued, sent, delivered, opened and clicked', async () => {
    const app = await inFreshProject(test)
    const names = ['email.queued', 'email.sent', 'email.delivered', 'email.opened', 'email.clicked']
    const workflows: string[] = []
    for (const eventName of names) workflows.push((await buildEnabled(app, { eventName, steps: STEPS })).id)
    const contact = await buildContact(app)
    const count = async () =>
      Promise.all(workflows.map(async (id) => (await readExecutions(app, id)).map((one) => one.contactId)))
    const sent = await sendOne(app, { to: contact.email, body: BODY, tracking: ON })
    await runWorkflows(app.deps)
    expect(await count()).toEqual([[contact.id], [], [], [], []])
    await delivery.drain()
    await runWorkflows(app.deps)
    expect(await count()).toEqual([[contact.id], [contact.id], [contact.id], [], []])
    await read(app, sent.email)
    await runWorkflows(app.deps)
    expect(await count()).toEqual(names.map(() => [contact.id]))
  })

  it('reach the execution that sent it', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, {
      steps: [
        email('ask', 'answer'),
        {
          id: 'answer',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'email.clicked', timeout: { amount: 10, unit: 'days' } },
          next: { event: 'yes', timeout: null },
        },
        { id: 'yes', type: 'UPDATE_CONTACT', config: { data: { clicked: true } } },
      ],
    })
    const contact = await buildContact(app)
    await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    await delivery.drain()
    const [waiting] = await readExecutions(app, workflow.id)
    expect(waiting).toMatchObject({ status: 'WAITING', currentStepId: 'answer' })
    await read(app, String(waiting?.history[0]?.output?.emailId))
    await runWorkflows(app.deps)
    const [ended] = await readExecutions(app, workflow.id)
    expect([ended?.status, pathOf(ended!)]).toEqual(['COMPLETED', ['ask', 'answer', 'yes']])
  })

  it('start a workflow whose own emails cause them ten times in a row, and then stop it with the reason', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, {
      eventName: 'email.queued',
      entry: { reentry: 'always' },
      steps: [email('again')],
    })
    const contact = await buildContact(app)
    await sendOne(app, { to: contact.email })
    await runWorkflows(app.deps)
    const executions = await readExecutions(app, workflow.id)
    const stopped = executions.filter(({ status }) => status === 'CANCELLED')
    expect([executions.length, stopped.length]).toEqual([12, 1])
    expect(stopped[0]?.exitReason).toContain('10 executions in a row have started each other')
    const list = await call(app, ['GET', '/emails'], { query: { limit: '100' } })
    expect(list.json<{ emails: unknown[] }>().emails).toHaveLength(12)
  })
})

describe('opens and clicks', () => {
  const inspected = (event: string) => ({
    event,
    where: [{ field: 'data.verdict', operator: 'equals', value: 'machine' }],
  })
  const waitFor = (config: object) => ({
    id: 'w',
    type: 'WAIT_FOR_EVENT',
    config: { timeout: { amount: 10, unit: 'days' }, ...config },
    next: { event: null, timeout: 'late' },
  })
  const LATE = { id: 'late', type: 'UPDATE_CONTACT', config: { data: { late: true } } }

  /** Sends an email to a new contact that has entered the workflows. */
  async function sentTo(app: TestApp): Promise<string> {
    const contact = await buildContact(app)
    await track(app, 'go', { email: contact.email })
    const { email: emailId } = await sendOne(app, { to: contact.email, body: BODY, tracking: ON })
    await delivery.drain()
    await runWorkflows(app.deps)
    return emailId
  }

  it.each(['email.opened', 'email.clicked'])(
    '%s starts workflows when a person did it',
    async (eventName) => {
      const app = await inFreshProject(test)
      const people = await buildEnabled(app, { eventName, steps: STEPS })
      const trigger = { type: 'EVENT', ...inspected(eventName) }
      const machines = await buildEnabled(app, { trigger, steps: STEPS })
      const counts = async () =>
        Promise.all([people, machines].map(async ({ id }) => (await readExecutions(app, id)).length))
      const emailId = await sentTo(app)
      await read(app, emailId, SCANNER)
      await runWorkflows(app.deps)
      expect(await counts()).toEqual([0, 1])
      await read(app, emailId)
      await runWorkflows(app.deps)
      expect(await counts()).toEqual([1, 1])
    },
  )

  it.each(['email.opened', 'email.clicked'])(
    '%s ends waits and executions when a person did it',
    async (event) => {
      const app = await inFreshProject(test)
      const build = (body: object) => buildEnabled(app, { steps: STEPS, ...body })
      const workflows = [
        await build({ steps: [waitFor({ event }), LATE] }),
        await build({ steps: [waitFor(inspected(event)), LATE] }),
        await build({ exit: { event } }),
      ]
      const statuses = async () =>
        Promise.all(workflows.map(async ({ id }) => (await readExecutions(app, id))[0]?.status))
      const emailId = await sentTo(app)
      await read(app, emailId, SCANNER)
      await runWorkflows(app.deps)
      expect(await statuses()).toEqual(['WAITING', 'COMPLETED', 'WAITING'])
      await read(app, emailId)
      await runWorkflows(app.deps)
      expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED', 'EXITED'])
    },
  )
})
