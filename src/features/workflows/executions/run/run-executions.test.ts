import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress } from '../../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call } from '../../../../../test/support/requests.ts'
import { all, buildSegment, readMembers } from '../../../../../test/support/segments.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'
import type { ProjectId } from '../../../../platform/ids.ts'
import { claimDue } from '../../../../platform/work/due-rows.ts'

const test = useTestApp()

const MINUTE = 60_000
const DAY = 86_400_000

const email = (id: string, next?: string) => ({
  id,
  type: 'SEND_EMAIL',
  config: {
    subject: 'Hello {{ name }}',
    body: '<p>{{ event.plan }}</p>',
    from: 'a@app.example',
    type: 'TRANSACTIONAL',
  },
  next,
})
const delay = (id: string, next?: string) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next,
})
const update = (id: string, data: object, next?: string) => ({
  id,
  type: 'UPDATE_CONTACT',
  config: { data },
  next,
})
const wait = (id: string, event: string, next: object) => ({
  id,
  type: 'WAIT_FOR_EVENT',
  config: { event, timeout: { amount: 2, unit: 'days' } },
  next,
})

/** The queued emails with their variables. */
async function readQueue({ deps, project }: TestApp) {
  const { rows } = await sql<{
    address: string
    source: string
    variables: unknown
    contact_id: string | null
  }>`
    select address, source, variables, contact_id from email_queue where project_id = ${project.projectId} order by email_id`.execute(
    deps.database.db,
  )
  return rows
}

const readContact = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/contacts/${id}`])).json<{ data: object; subscribed: boolean }>()

const only = async (app: TestApp, workflowId: string) => {
  const executions = await readExecutions(app, workflowId)
  expect(executions).toHaveLength(1)
  return executions[0]!
}

describe('an execution', () => {
  it('is started by an event and sends email through the queue', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, {
      steps: [email('hi', 'a-day'), delay('a-day', 'bye'), email('bye')],
    })
    const address = newAddress()
    await track(app, 'other', { email: address })
    await track(app, 'go', { email: address, data: { plan: 'pro', unused: 1 } })
    await runWorkflows(app.deps)
    expect(await readQueue(app)).toMatchObject([
      { address, source: 'WORKFLOW', variables: { event: { plan: 'pro' } } },
    ])
    const waiting = await only(app, workflow.id)
    expect(waiting).toMatchObject({ status: 'WAITING', currentStepId: 'a-day' })
    expect(waiting.history).toMatchObject([
      { stepId: 'hi', status: 'COMPLETED', output: { status: 'QUEUED' } },
      { stepId: 'a-day', status: 'WAITING' },
    ])
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    expect(await readQueue(app)).toHaveLength(2)
    expect(await only(app, workflow.id)).toMatchObject({ status: 'COMPLETED', currentStepId: null })
    const events = (await call(app, ['GET', '/events'])).json<{ events: { name: string }[] }>().events
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workflow.started', 'workflow.completed']),
    )
  })

  it('sends one email with a template to the contact, and one to a colleague about it', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, { from: 'a@app.example', type: 'MARKETING' })
    const to = 'sales@acme.example'
    const steps = [
      { id: 'a', type: 'SEND_EMAIL', config: { templateId: template.id }, next: 'b' },
      { id: 'b', type: 'SEND_EMAIL', config: { templateId: template.id, to } },
    ]
    const workflow = await buildEnabled(app, { steps })
    const { id, email: address } = await buildContact(app)
    const left = await buildContact(app, { subscribed: false })
    await track(app, 'go', { email: address })
    await track(app, 'go', { email: left.email })
    await runWorkflows(app.deps)
    expect(await readQueue(app)).toMatchObject([
      { address, contact_id: id },
      { address: to, contact_id: null },
      { address: to, contact_id: null },
    ])
    const [second] = await readExecutions(app, workflow.id)
    expect(second?.history[0]?.output).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
  })

  it('changes contacts and lists, splits, decides, records events and exits', async () => {
    const app = await inFreshProject(test)
    const list = await buildSegment(app, { type: 'STATIC' })
    const inList = all({ field: 'segment', operator: 'memberOf', value: list.id })
    const happened = all(
      { field: 'event.own', operator: 'triggered' },
      { field: 'event.go', operator: 'triggered', count: { atLeast: 2 } },
    )
    const steps = [
      { id: 'split', type: 'SPLIT', config: { weights: { a: 1, b: 1 } }, next: { a: 'set', b: 'set' } },
      update('set', { seen: true, gone: null }, 'add'),
      { id: 'add', type: 'ADD_TO_SEGMENT', config: { segmentId: list.id }, next: 'in' },
      { id: 'in', type: 'CONDITION', config: { filters: inList }, next: { yes: 'own', no: null } },
      { id: 'own', type: 'TRACK_EVENT', config: { event: 'own', data: { a: 1 } }, next: 'did' },
      { id: 'did', type: 'CONDITION', config: { filters: happened }, next: { yes: 'remove', no: null } },
      { id: 'remove', type: 'REMOVE_FROM_SEGMENT', config: { segmentId: list.id }, next: 'out' },
      { id: 'out', type: 'CONDITION', config: { filters: inList }, next: { yes: null, no: 'exit' } },
      { id: 'exit', type: 'EXIT', config: { reason: 'Done.' } },
    ]
    const workflow = await buildEnabled(app, {
      steps,
      entry: { filters: all({ field: 'event.go', operator: 'triggered', count: { atLeast: 2 } }) },
    })
    const { id, email: address } = await buildContact(app, { data: { gone: 1 } })
    await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, workflow.id)).toEqual([])
    await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    const execution = await only(app, workflow.id)
    expect(execution).toMatchObject({ status: 'EXITED', exitReason: 'Done.' })
    expect(pathOf(execution)).toEqual(['split', 'set', 'add', 'in', 'own', 'did', 'remove', 'out', 'exit'])
    expect((await readContact(app, id)).data).toEqual({ seen: true })
    expect(await readMembers(app, list.id)).toEqual([])
  })

  it('counts an event that came before it reached its wait, and ends each wait once', async () => {
    const app = await inFreshProject(test)
    const steps = [
      wait('w', 'bought', { event: 'yes', timeout: 'no' }),
      update('yes', { yes: 1 }),
      update('no', { no: 1 }),
    ]
    const workflow = await buildEnabled(app, { steps })
    const [quick, slow] = [await buildContact(app), await buildContact(app)]
    await track(app, 'bought', { email: slow.email })
    await track(app, 'go', { email: quick.email })
    await track(app, 'bought', { email: quick.email })
    await track(app, 'go', { email: slow.email })
    await runWorkflows(app.deps)
    expect((await readContact(app, quick.id)).data).toEqual({ yes: 1 })
    expect((await readContact(app, slow.id)).data).toEqual({})
    app.clock.advance(2 * DAY + MINUTE)
    await track(app, 'bought', { email: slow.email })
    await runWorkflows(app.deps)
    // The timeout came first.
    expect((await readContact(app, slow.id)).data).toEqual({ no: 1 })
    for (const { status } of await readExecutions(app, workflow.id)) expect(status).toBe('COMPLETED')
  })

  it('leaves at the exit event and by the exit filters', async () => {
    const app = await inFreshProject(test)
    const paid = all({ field: 'data.paid', operator: 'equals', value: true })
    const workflow = await buildEnabled(app, {
      steps: [delay('d', 'e'), email('e')],
      exit: { event: 'left', filters: paid },
    })
    const [one, other] = [await buildContact(app), await buildContact(app)]
    for (const contact of [one, other]) await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    await track(app, 'left', { email: one.email })
    await runWorkflows(app.deps)
    await call(app, ['PATCH', `/contacts/${other.id}`], { body: { data: { paid: true } } })
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    const reasons = (await readExecutions(app, workflow.id)).map(({ exitReason }) => exitReason)
    expect(reasons).toEqual(['The exit filters match.', 'The exit event "left" happened.'])
    expect(await readQueue(app)).toEqual([])
  })

  it('survives a flood of the event that it waits for', async () => {
    const app = await inFreshProject(test)
    const steps = [wait('w', 'go', { event: 'a', timeout: null }), update('a', { a: 1 }, 'b'), delay('b')]
    const workflow = await buildEnabled(app, { steps, entry: { reentry: 'afterExit' } })
    const address = newAddress()
    await track(app, 'go', { email: address })
    // 10,000 more events in the queue of the project.
    await sql`
      insert into announcements (project_id, listener, event_id, name, contact_id, data, throttled, created_at)
      select project_id, listener, gen_random_uuid(), name, contact_id, data, throttled, created_at + interval '1 millisecond'
      from announcements cross join generate_series(1, 10000)
      where name = 'go' and project_id = ${app.project.projectId}`.execute(app.deps.database.db)
    await runWorkflows(app.deps)
    expect(await only(app, workflow.id)).toMatchObject({ status: 'WAITING', currentStepId: 'b' })
  })
})

describe('a batch of executions', () => {
  it('does to each contact what its own execution decided, and nothing else', async () => {
    const app = await inFreshProject(test)
    const list = await buildSegment(app, { type: 'STATIC' })
    const free = all({ field: 'data.plan', operator: 'equals', value: 'free' })
    const steps = [
      update('set', { seen: true, old: null }, 'add'),
      { id: 'add', type: 'ADD_TO_SEGMENT', config: { segmentId: list.id }, next: 'own' },
      { id: 'own', type: 'TRACK_EVENT', config: { event: 'own' }, next: 'is-free' },
      { id: 'is-free', type: 'CONDITION', config: { filters: free }, next: { yes: 'leave', no: 'hi' } },
      {
        id: 'leave',
        type: 'UPDATE_CONTACT',
        config: { subscribed: false, data: { left: true } },
        next: 'hi',
      },
      email('hi'),
    ]
    await buildEnabled(app, { steps })
    const plans = ['pro', 'free', 'pro', 'free', 'team']
    const contacts: { id: string; email: string }[] = []
    for (const plan of plans) contacts.push(await buildContact(app, { data: { plan, old: 1 } }))
    for (const contact of contacts) await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    const after = await Promise.all(contacts.map(({ id }) => readContact(app, id)))
    expect(after.map(({ data, subscribed }) => ({ data, subscribed }))).toEqual(
      plans.map((plan) =>
        plan === 'free'
          ? { data: { plan, seen: true, left: true }, subscribed: false }
          : { data: { plan, seen: true }, subscribed: true },
      ),
    )
    const ids = contacts.map(({ id }) => id)
    expect((await readMembers(app, list.id)).toSorted()).toEqual(ids.toSorted())
    const counted = async (name: string) => {
      const reply = await call(app, ['GET', '/events'], { query: { name, limit: '100' } })
      return reply.json<{ events: { contactId: string }[] }>().events.map(({ contactId }) => contactId)
    }
    expect((await counted('own')).toSorted()).toEqual(ids.toSorted())
    expect(new Set(await counted('contact.unsubscribed'))).toEqual(new Set([ids[1], ids[3]]))
    expect((await readQueue(app)).map(({ address }) => address).toSorted()).toEqual(
      contacts.map(({ email: address }) => address).toSorted(),
    )
  })
})

describe('executions of one contact', () => {
  it('go together, and each sees what those before it have changed', async () => {
    const app = await inFreshProject(test)
    const seen = all({ field: 'data.seen', operator: 'exists' })
    const steps = [
      { id: 'c', type: 'CONDITION', config: { filters: seen }, next: { yes: null, no: 'set' } },
      update('set', { seen: true }),
    ]
    const [setting, waiting] = [
      await buildEnabled(app, { steps, entry: { reentry: 'always' } }),
      await buildEnabled(app, { steps: [delay('d')], entry: { reentry: 'always' } }),
    ]
    const { email: address } = await buildContact(app)
    for (let i = 0; i < 5; i += 1) await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    const paths = (await readExecutions(app, setting.id)).map(pathOf)
    expect(paths.filter((path) => path.includes('set'))).toHaveLength(1)
    expect(paths).toHaveLength(5)
    const statuses = (await readExecutions(app, waiting.id)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 5 }, () => 'WAITING'))
  })
})

describe('an execution that cannot go on', () => {
  it('fails where its template was deleted, and goes on when it is retried', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, {
      from: 'a@app.example',
      alias: 'welcome',
      type: 'TRANSACTIONAL',
    })
    const config = { templateId: 'welcome' }
    const steps = [
      delay('d', 'e'),
      { id: 'e', type: 'SEND_EMAIL', config, next: 'u' },
      update('u', { sent: true }),
    ]
    const workflow = await buildEnabled(app, { steps })
    const contacts = [await buildContact(app), await buildContact(app)]
    for (const contact of contacts) await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    await call(app, ['PATCH', `/workflows/${workflow.id}`], { body: { enabled: false } })
    expect((await call(app, ['DELETE', `/templates/${template.id}`])).statusCode).toBe(204)
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    const [failed] = await readExecutions(app, workflow.id)
    expect(failed).toMatchObject({
      status: 'FAILED',
      currentStepId: 'e',
      exitReason: 'There is no template welcome any more.',
    })
    await buildTemplate(app, { from: 'a@app.example', alias: 'welcome', type: 'TRANSACTIONAL' })
    const retry = ['POST', `/workflows/${workflow.id}/executions/${failed?.id}/retry`] as ['POST', string]
    expect((await call(app, retry)).json()).toMatchObject({ status: 'RUNNING' })
    await runWorkflows(app.deps)
    expect((await readExecutions(app, workflow.id))[0]).toMatchObject({ status: 'COMPLETED' })
    expect(await readQueue(app)).toHaveLength(1)
    expect((await call(app, retry)).statusCode).toBe(400)
  })

  it('fails with the reason, and does not hold up its batch', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, {
      steps: [email('e', 'u'), update('u', { note: 'x'.repeat(60_000) })],
    })
    const full = await buildContact(app, { data: { long: 'x'.repeat(60_000) } })
    const others = [await buildContact(app), await buildContact(app)]
    for (const contact of [others[0]!, full, others[1]!]) await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    const executions = await readExecutions(app, workflow.id)
    expect(executions.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED'])
    expect(executions[1]?.exitReason).toContain('at most 64 kB')
    expect(executions[1]?.history).toMatchObject([
      { stepId: 'e', status: 'COMPLETED' },
      { stepId: 'u', status: 'FAILED' },
    ])
    expect(await readQueue(app)).toHaveLength(3)
  })

  it('fails with the reason when its sender may not send', async () => {
    const app = await inFreshProject(test)
    const config = { subject: 'Hi', body: '<p>Hi</p>', from: 'a@not-added.com' }
    const workflow = await buildEnabled(app, { steps: [{ id: 'e', type: 'SEND_EMAIL', config }] })
    await track(app, 'go', { email: newAddress() })
    await runWorkflows(app.deps)
    expect(await only(app, workflow.id)).toMatchObject({ status: 'FAILED', currentStepId: 'e' })
    expect((await only(app, workflow.id)).exitReason).toContain('not-added.com')
  })

  it('is cancelled when its contact is deleted, at once', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, { steps: [delay('d', 'e'), email('e')] })
    const { id, email: address } = await buildContact(app)
    await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    await call(app, ['DELETE', `/contacts/${id}`])
    await runWorkflows(app.deps)
    expect(await only(app, workflow.id)).toMatchObject({
      status: 'CANCELLED',
      exitReason: 'The contact was deleted.',
    })
  })
})

describe('a node that dies', () => {
  it('leaves an execution that another one takes over, and has no effect when it is late', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, { steps: [delay('d', 'e'), email('e')] })
    await track(app, 'go', { email: newAddress() })
    await runWorkflows(app.deps)
    app.clock.advance(DAY)
    const claims = await claimDue(app.deps.database, {
      table: 'workflow_executions',
      limit: 10,
      perProject: 10,
      leaseMs: MINUTE,
      now: app.clock.now(),
    })
    expect(claims.filter(({ projectId }) => projectId === (app.project.projectId as ProjectId))).toHaveLength(
      1,
    )
    await runWorkflows(app.deps)
    expect(await readQueue(app)).toEqual([])
    app.clock.advance(MINUTE + 1)
    await runWorkflows(app.deps)
    expect(await readQueue(app)).toHaveLength(1)
    const [kind] = buildWorker(app.deps).kinds
    await kind?.run(claims.filter(({ projectId }) => projectId === app.project.projectId))
    expect(await readQueue(app)).toHaveLength(1)
    expect(await only(app, workflow.id)).toMatchObject({ status: 'COMPLETED' })
  })
})
