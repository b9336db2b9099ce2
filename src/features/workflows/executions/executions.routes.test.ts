import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  buildKey,
  inFreshProject,
  newAddress,
} from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { all } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../test/support/workflows.ts'

const test = useTestApp()
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const STEPS = [
  { id: 'first', type: 'UPDATE_CONTACT', config: { data: { seen: true } }, next: 'wait' },
  { id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } },
]

type List = {
  executions: { id: string; status: string }[]
  cursor: string | null
  hasMore: boolean
  total: number
}

let app: TestApp
let workflowId: string
beforeAll(async () => {
  app = await inFreshProject(test)
  workflowId = (await buildEnabled(app, { steps: STEPS })).id
  for (let i = 0; i < 3; i += 1) await track(app, 'go', { email: newAddress() })
  await runWorkflows(app.deps)
})

const list = (query: Record<string, string> = {}) =>
  call(app, ['GET', `/workflows/${workflowId}/executions`], { query })

describe('GET /workflows/{id}/executions', () => {
  it('lists them newest first, in pages, with the exact number', async () => {
    const first = (await list({ limit: '2' })).json<List>()
    expect([first.executions.length, first.hasMore, first.total]).toEqual([2, true, 3])
    const rest = (await list({ limit: '2', cursor: first.cursor ?? '' })).json<List>()
    expect([rest.executions.length, rest.hasMore, rest.cursor]).toEqual([1, false, null])
    const ids = [...first.executions, ...rest.executions].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  it('shows the history of each, as the execution itself does', async () => {
    const [one] = await readExecutions(app, workflowId)
    const { executions } = (await list()).json<{ executions: { id: string; history: unknown[] }[] }>()
    const listed = executions.find(({ id }) => id === one?.id)
    expect(listed?.history).toHaveLength(2)
    expect(listed?.history).toEqual(one?.history)
  })

  it('is narrowed by status and contact', async () => {
    expect((await list({ status: 'WAITING' })).json<List>().total).toBe(3)
    expect((await list({ status: 'FAILED' })).json<List>()).toMatchObject({ executions: [], total: 0 })
    const [one] = await readExecutions(app, workflowId)
    const { executions, total } = (await list({ contactId: one?.contactId ?? '' })).json<List>()
    expect([executions.map(({ id }) => id), total]).toEqual([[one?.id], 1])
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ status: 'SLEEPING' }, { status: 'invalid_enum_value' }],
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ since: 'now' }, { since: 'unrecognized_keys' }],
  ])('refuses bad input: %j', async (query, fields) => {
    const reply = await list(query)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

describe('the search of GET /workflows/{id}/executions', () => {
  it('finds a part of the address of the contact, page by page and with a status', async () => {
    const own = await inFreshProject(test)
    const { id } = await buildEnabled(own, { steps: STEPS })
    for (const name of ['ada@find', 'ben@other', 'cat@find']) {
      await track(own, 'go', { email: `${name}.example` })
    }
    const foreign = await inFreshProject(test)
    await buildContact(foreign, { email: 'ada@find.example' })
    await runWorkflows(own.deps)
    type ExecutionPage = { executions: { email: string }[]; cursor: string | null; total: number }
    const found = async (query: Record<string, string>) =>
      (await call(own, ['GET', `/workflows/${id}/executions`], { query })).json<ExecutionPage>()
    const search = ' @FIND '
    const first = await found({ search, limit: '1' })
    const second = await found({ search, limit: '1', cursor: first.cursor ?? '' })
    const emails = [...first.executions, ...second.executions].map(({ email }) => email)
    expect(emails.toSorted()).toEqual(['ada@find.example', 'cat@find.example'])
    expect([first.total, second.cursor]).toEqual([2, null])
    expect(await found({ search, status: 'FAILED' })).toMatchObject({ executions: [], total: 0 })
    for (const none of ['%', '_', 'nobody']) {
      expect(await found({ search: none })).toMatchObject({ executions: [], total: 0 })
    }
    expect(await found({ search: ' ' })).toMatchObject({ total: 3 })
    const path = `/workflows/${id}/executions`
    expect((await call(foreign, ['GET', path], { query: { search } })).statusCode).toBe(404)
  })

  // More contacts than are looked up one by one.
  it('finds a text that most addresses have', async () => {
    const own = await inFreshProject(test)
    const { id } = await buildEnabled(own, { steps: STEPS })
    await buildContacts(own, 1_001, { emailOf: (n) => `n${n}@many.example` })
    for (const email of ['n7@many.example', 'cat@other.example']) await track(own, 'go', { email })
    await runWorkflows(own.deps)
    const query = { search: '@many' }
    const reply = await call(own, ['GET', `/workflows/${id}/executions`], { query })
    expect(reply.json()).toMatchObject({ executions: [{ email: 'n7@many.example' }], total: 1 })
  })

  it('refuses one that is too long', async () => {
    const reply = await list({ search: 'x'.repeat(255) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { search: 'too_big' }])
  })
})

describe('GET /workflows/{id}/executions/{eid}', () => {
  it('returns the history', async () => {
    const [one] = await readExecutions(app, workflowId)
    expect(one).toMatchObject({
      workflowId,
      version: 1,
      status: 'WAITING',
      currentStepId: 'wait',
      event: { name: 'go', data: {} },
      history: [
        { stepId: 'first', type: 'UPDATE_CONTACT', status: 'COMPLETED', error: null },
        { stepId: 'wait', type: 'DELAY', status: 'WAITING', completedAt: null },
      ],
    })
  })

  it('is a 404 for an execution of another workflow', async () => {
    const [one] = await readExecutions(app, workflowId)
    const other = await buildEnabled(app, { steps: STEPS, eventName: 'other' })
    const reply = await call(app, ['GET', `/workflows/${other.id}/executions/${one?.id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
  })
})

describe('GET /workflows/{id}/statistics', () => {
  it('counts executions by status, and per step those that wait, have passed and failed', async () => {
    const reply = await call(app, ['GET', `/workflows/${workflowId}/statistics`])
    expect(reply.json()).toEqual({
      executions: { RUNNING: 0, WAITING: 3, COMPLETED: 0, EXITED: 0, FAILED: 0, CANCELLED: 0 },
      goal: null,
      holdout: null,
      emails: { held: 0, dropped: 0 },
      steps: [
        { stepId: 'first', type: 'UPDATE_CONTACT', waiting: 0, passed: 3, failed: 0, left: 0, email: null },
        { stepId: 'wait', type: 'DELAY', waiting: 3, passed: 0, failed: 0, left: 0, email: null },
      ],
    })
  })
})

describe('POST /workflows/{id}/executions', () => {
  const start = (id: string, body: unknown, key?: string) =>
    call(app, ['POST', `/workflows/${id}/executions`], { body, ...(key !== undefined && { key }) })

  it('starts an enabled workflow manually, with data, if the entry rules allow it', async () => {
    const filters = all({ field: 'data.plan', operator: 'equals', value: 'pro' })
    const trigger = { type: 'MANUAL' }
    const { id } = await buildEnabled(app, { trigger, steps: STEPS, entry: { reentry: 'once', filters } })
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const free = await buildContact(app)
    const reply = await start(id, { contactId: pro.id, data: { a: 1 } })
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { status: 'RUNNING', contactId: pro.id }])
    for (const contactId of [pro.id, free.id]) {
      const refused = await start(id, { contactId })
      expect([refused.statusCode, errorOf(refused).code]).toEqual([400, 'INVALID_STATE'])
    }
    await call(app, ['PATCH', `/workflows/${id}`], { body: { enabled: false } })
    expect(errorOf(await start(id, { contactId: free.id })).message).toBe('The workflow is disabled.')
  })

  it('refuses bad input, unknown contacts and those of other projects', async () => {
    expect(fieldsOf(await start(workflowId, {}))).toEqual({ contactId: 'required' })
    expect(fieldsOf(await start(workflowId, { contactId: UNKNOWN, data: 7 }))).toEqual({
      data: 'invalid_type',
    })
    const foreign = await buildContact(test)
    for (const contactId of [UNKNOWN, 'nobody', foreign.id]) {
      const reply = await start(workflowId, { contactId })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
  })

  it('is refused without a key, with a public one and with one that may only read', async () => {
    const { id: contactId } = await buildContact(app)
    const path: ['POST', string] = ['POST', `/workflows/${workflowId}/executions`]
    expect((await call(app, path, { body: { contactId }, key: null })).statusCode).toBe(401)
    const reading = await buildKey(app, { scopes: ['read'] })
    for (const key of [app.project.publicKey, reading]) {
      expect((await start(workflowId, { contactId }, key)).statusCode).toBe(403)
    }
    expect((await start(workflowId, { contactId }, test.other.secretKey)).statusCode).toBe(404)
  })
})

describe('cancelling', () => {
  it('ends one execution at its current step, once', async () => {
    const { id } = await buildEnabled(app, {
      steps: STEPS,
      eventName: 'cancel-one',
      entry: { reentry: 'afterExit' },
    })
    const address = newAddress()
    await track(app, 'cancel-one', { email: address })
    await runWorkflows(app.deps)
    const [one] = await readExecutions(app, id)
    const cancel: ['POST', string] = ['POST', `/workflows/${id}/executions/${one?.id}/cancel`]
    expect((await call(app, cancel)).json()).toMatchObject({ status: 'CANCELLED', currentStepId: 'wait' })
    const again = await call(app, cancel)
    expect([again.statusCode, errorOf(again).code]).toEqual([400, 'INVALID_STATE'])
    await track(app, 'cancel-one', { email: address })
    await runWorkflows(app.deps)
    expect((await readExecutions(app, id)).map(({ status }) => status)).toEqual(['WAITING', 'CANCELLED'])
  })

  it('ends all that are active, as a job', async () => {
    const { id } = await buildEnabled(app, { steps: STEPS, eventName: 'cancel-all' })
    for (let i = 0; i < 3; i += 1) await track(app, 'cancel-all', { email: newAddress() })
    await runWorkflows(app.deps)
    const reply = await call(app, ['POST', `/workflows/${id}/executions/cancel`])
    expect([reply.statusCode, reply.json()]).toMatchObject([202, { progress: { total: 3 } }])
    await drain(app.deps)
    const job = await call(app, ['GET', `/jobs/${reply.json<{ jobId: string }>().jobId}`])
    expect(job.json()).toMatchObject({ status: 'DONE', progress: { done: 3 } })
    for (const { status } of await readExecutions(app, id)) expect(status).toBe('CANCELLED')
  })
})

describe('skipping', () => {
  it('ends the current wait of an execution, once', async () => {
    const { id } = await buildEnabled(app, { steps: STEPS, eventName: 'skip-one' })
    await track(app, 'skip-one', { email: 'skipped@example.com' })
    await runWorkflows(app.deps)
    const [one] = await readExecutions(app, id)
    const skip = (query: Record<string, string> = {}) =>
      call(app, ['POST', `/workflows/${id}/executions/${one?.id}/skip`], { query })
    const elsewhere = await skip({ stepId: 'first' })
    expect([elsewhere.statusCode, errorOf(elsewhere).code]).toEqual([400, 'INVALID_STATE'])
    const reply = await skip({ stepId: 'wait' })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { id: one?.id, email: 'skipped@example.com' },
    ])
    await runWorkflows(app.deps)
    const [done] = await readExecutions(app, id)
    expect([done?.status, done?.history.at(-1)?.output]).toEqual(['COMPLETED', { skipped: true }])
    expect((await skip()).statusCode).toBe(400)
  })

  it('is refused to keys that may only read, and unknown for other projects', async () => {
    const [one] = await readExecutions(app, workflowId)
    const path: ['POST', string] = ['POST', `/workflows/${workflowId}/executions/${one?.id}/skip`]
    const reading = await buildKey(app, { scopes: ['read'] })
    expect((await call(app, path, { key: reading })).statusCode).toBe(403)
    expect((await call(app, path, { key: test.other.secretKey })).statusCode).toBe(404)
    const long = await call(app, path, { query: { stepId: 'x'.repeat(65) } })
    expect(fieldsOf(long)).toEqual({ stepId: 'too_big' })
  })
})
