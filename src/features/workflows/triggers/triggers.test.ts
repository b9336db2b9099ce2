import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  inFreshProject,
  newAddress,
} from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { all, buildSegment, PRO } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  processSignals,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import { tidyWorkflowsJob } from '../workflows.jobs.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import { claimQueued } from '../../../platform/work/queued-rows.ts'
import { announcementWork } from '../../events/index.ts'
import { createWorkflowListener } from './signals.service.ts'

const test = useTestApp()
const DAY = 86_400_000
const HOUR = 3_600_000
const delay = (id: string, next?: string) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next,
})
const STEPS = [delay('d')]

const patch = (app: TestApp, id: string, body: object) => call(app, ['PATCH', `/workflows/${id}`], { body })

const listened = async ({ deps, project }: TestApp) => {
  const { rows } = await sql<{ name: string }>`
    select name from event_listeners where project_id = ${project.projectId} and listener = 'workflows' order by name`.execute(
    deps.database.db,
  )
  return rows.map(({ name }) => name)
}

describe('an event', () => {
  it('starts enabled workflows with such a trigger, if its data matches', async () => {
    const app = await inFreshProject(test)
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 50 }]
    const large = await buildEnabled(app, { trigger: { type: 'EVENT', event: 'paid', where }, steps: STEPS })
    const every = await buildEnabled(app, { eventName: 'paid', steps: STEPS })
    const off = await buildEnabled(app, { eventName: 'paid', steps: STEPS })
    await patch(app, off.id, { enabled: false })
    await track(app, 'paid', { email: newAddress(), data: { total: 10 } })
    await track(app, 'paid', { email: newAddress(), data: { total: 100 } })
    await runWorkflows(app.deps)
    const counts = [large, every, off].map(async ({ id }) => (await readExecutions(app, id)).length)
    expect(await Promise.all(counts)).toEqual([1, 2, 0])
  })

  it('that happened before a workflow was enabled starts nothing', async () => {
    const app = await inFreshProject(test)
    await track(app, 'go', { email: newAddress() })
    const workflow = await buildEnabled(app, { steps: STEPS })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, workflow.id)).toEqual([])
  })

  it('that is throttled starts nothing', async () => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, { steps: STEPS, entry: { reentry: 'always' } })
    const address = newAddress()
    const key = app.project.publicKey
    for (let i = 0; i < 33; i += 1) {
      await call(app, ['POST', '/v1/track'], { key, body: { email: address, event: 'go' } })
    }
    await runWorkflows(app.deps)
    expect(await readExecutions(app, workflow.id)).toHaveLength(30)
  })
})

describe('the entry rule', () => {
  it.each([
    ['once', 1, 1],
    ['afterExit', 1, 2],
    ['always', 2, 4],
  ])('%s: %i of two at the same time, %i after the end', async (reentry, together, later) => {
    const app = await inFreshProject(test)
    const workflow = await buildEnabled(app, { steps: STEPS, entry: { reentry } })
    const address = newAddress()
    for (let i = 0; i < 2; i += 1) await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, workflow.id)).toHaveLength(together)
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    for (let i = 0; i < 2; i += 1) await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, workflow.id)).toHaveLength(later)
  })

  it('holds among callers that start it at the same moment', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { trigger: { type: 'MANUAL' }, steps: STEPS })
    const { id: contactId } = await buildContact(app)
    const start = () => call(app, ['POST', `/workflows/${id}/executions`], { body: { contactId } })
    const replies = await Promise.all(Array.from({ length: 8 }, start))
    const started = replies.filter(({ statusCode }) => statusCode === 201)
    const refused = replies.filter(({ statusCode }) => statusCode === 400)
    expect([started.length, refused.length]).toEqual([1, 7])
  })
})

describe('workflows that start each other', () => {
  it('are stopped after ten in a row, with the reason', async () => {
    const app = await inFreshProject(test)
    const ping = (event: string, next: string) =>
      buildEnabled(app, {
        eventName: event,
        entry: { reentry: 'always' },
        steps: [{ id: 't', type: 'TRACK_EVENT', config: { event: next } }],
      })
    const [one, other] = [await ping('ping', 'pong'), await ping('pong', 'ping')]
    await track(app, 'ping', { email: newAddress() })
    await runWorkflows(app.deps)
    const executions = [...(await readExecutions(app, one.id)), ...(await readExecutions(app, other.id))]
    const stopped = executions.filter(({ status }) => status === 'CANCELLED')
    expect([executions.length, stopped.length]).toEqual([12, 1])
    expect(stopped[0]?.exitReason).toContain('10 executions in a row')
  })

  it('are stopped too when segments lie between them', async () => {
    const app = await inFreshProject(test)
    const segment = await buildSegment(app, { filters: all(PRO), trackMembership: true })
    const loop = (type: string, plan: string) =>
      buildEnabled(app, {
        trigger: { type, segmentId: segment.id },
        entry: { reentry: 'always' },
        steps: [{ id: 'u', type: 'UPDATE_CONTACT', config: { data: { plan } } }],
      })
    const [entered, left] = [await loop('SEGMENT_ENTERED', 'free'), await loop('SEGMENT_LEFT', 'pro')]
    await buildContact(app, { data: { plan: 'pro' } })
    await runWorkflows(app.deps)
    const executions = [...(await readExecutions(app, entered.id)), ...(await readExecutions(app, left.id))]
    expect(executions.map(({ status }) => status).filter((status) => status !== 'COMPLETED')).toEqual([
      'CANCELLED',
    ])
  })
})

describe('a segment', () => {
  it('starts workflows when a contact enters or leaves it, if membership is tracked', async () => {
    const app = await inFreshProject(test)
    const segment = await buildSegment(app, { filters: all(PRO), trackMembership: true })
    const untracked = await buildSegment(app, { filters: all(PRO) })
    const of = (type: string, segmentId: string) => ({
      name: 'S',
      enabled: true,
      trigger: { type, segmentId },
      steps: STEPS,
    })
    const refused = await call(app, ['POST', '/workflows'], { body: of('SEGMENT_ENTERED', untracked.id) })
    expect(fieldsOf(refused)).toEqual({ 'trigger.segmentId': 'custom' })
    const entered = await buildEnabled(app, of('SEGMENT_ENTERED', segment.id))
    const left = await buildEnabled(app, of('SEGMENT_LEFT', segment.id))
    const { id } = await buildContact(app, { data: { plan: 'pro' } })
    await runWorkflows(app.deps)
    const count = async () => [
      (await readExecutions(app, entered.id)).length,
      (await readExecutions(app, left.id)).length,
    ]
    expect(await count()).toEqual([1, 0])
    await call(app, ['PATCH', `/contacts/${id}`], { body: { data: { plan: 'free' } } })
    await runWorkflows(app.deps)
    expect(await count()).toEqual([1, 1])
  })

  it('stays tracked as long as it is the trigger of an enabled workflow', async () => {
    const app = await inFreshProject(test)
    const segment = await buildSegment(app, { filters: all(PRO), trackMembership: true })
    const untrack = () =>
      call(app, ['PATCH', `/segments/${segment.id}`], { body: { trackMembership: false } })
    const inCondition = all({ field: 'segment', operator: 'memberOf', value: segment.id })
    await buildEnabled(app, { steps: STEPS, entry: { filters: inCondition } })
    const trigger = { type: 'SEGMENT_LEFT', segmentId: segment.id.toUpperCase() }
    const { id } = await buildEnabled(app, { trigger, steps: STEPS })
    const refused = await untrack()
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(refused).message).toContain(id)
    const renamed = await call(app, ['PATCH', `/segments/${segment.id}`], { body: { name: 'Pros' } })
    expect(renamed.statusCode).toBe(200)
    await patch(app, id, { enabled: false })
    expect((await untrack()).statusCode).toBe(200)
  })
})

describe('a schedule', () => {
  it('has its next run in its time zone', () => {
    const next = (cron: string, timezone?: string) =>
      nextRun({ cron, timezone }, new Date('2030-03-30T12:00:00Z'))?.toISOString()
    expect(next('0 9 * * mon', 'Europe/Amsterdam')).toBe('2030-04-01T07:00:00.000Z')
    expect(next('30 2 31 3 *', 'Europe/Amsterdam')).toBe('2030-03-31T01:00:00.000Z')
    expect(next('0 0 1 * 7')).toBe('2030-03-31T00:00:00.000Z')
    expect(next('0 0 29 2 *')).toBe('2032-02-29T00:00:00.000Z')
  })

  const EXIT = [{ id: 'x', type: 'EXIT' }]
  const totalOf = async (app: TestApp, id: string) =>
    (await call(app, ['GET', `/workflows/${id}/executions`])).json<{ total: number }>().total

  it('starts the workflow for the contacts of its segment, however many', async () => {
    const app = await inFreshProject(test)
    const segment = await buildSegment(app, { filters: all(PRO) })
    const trigger = { type: 'SCHEDULE', cron: '0 * * * *', segmentId: segment.id }
    const workflow = await buildEnabled(app, { trigger, steps: EXIT })
    await buildContacts(app, 1_010, { data: { plan: 'pro' } })
    await buildContacts(app, 5, { data: { plan: 'free' } })
    await runWorkflows(app.deps)
    expect(await totalOf(app, workflow.id)).toBe(0)
    app.clock.advance(HOUR)
    await runWorkflows(app.deps)
    expect(await totalOf(app, workflow.id)).toBe(1_010)
    await patch(app, workflow.id, { enabled: false })
  })

  it('runs again, and admits contacts that may enter again', async () => {
    const app = await inFreshProject(test)
    const trigger = { type: 'SCHEDULE', cron: '0 * * * *' }
    const entry = { reentry: 'afterExit' }
    const workflow = await buildEnabled(app, { trigger, steps: EXIT, entry })
    await buildContacts(app, 2)
    for (const [passMs, total] of [
      [HOUR, 2],
      [0, 2],
      [HOUR, 4],
    ] as const) {
      app.clock.advance(passMs)
      await runWorkflows(app.deps)
      expect(await totalOf(app, workflow.id)).toBe(total)
    }
    await patch(app, workflow.id, { enabled: false })
  })
})

describe('enabling and disabling', () => {
  it('listens to the events of enabled workflows, and to those that active executions wait for', async () => {
    const app = await inFreshProject(test)
    const steps = [
      { id: 'w', type: 'WAIT_FOR_EVENT', config: { event: 'bought', timeout: { amount: 1, unit: 'days' } } },
    ]
    const workflow = await buildEnabled(app, { steps, exit: { event: 'left' } })
    expect(await listened(app)).toEqual(['bought', 'go', 'left'])
    await track(app, 'go', { email: newAddress() })
    await runWorkflows(app.deps)
    await patch(app, workflow.id, { enabled: false })
    expect(await listened(app)).toEqual(['bought', 'left'])
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    expect((await readExecutions(app, workflow.id))[0]).toMatchObject({ status: 'COMPLETED' })
    await runJob(app.deps, tidyWorkflowsJob, { payload: {} })
    expect(await listened(app)).toEqual([])
  })

  it('lets active executions finish in the version that they began with', async () => {
    const app = await inFreshProject(test)
    const set = (plan: string) => ({ id: 'u', type: 'UPDATE_CONTACT', config: { data: { plan } } })
    const workflow = await buildEnabled(app, { steps: [delay('d', 'u'), set('old')] })
    const [before, after] = [await buildContact(app), await buildContact(app)]
    await track(app, 'go', { email: before.email })
    await runWorkflows(app.deps)
    await patch(app, workflow.id, { steps: [delay('d', 'u'), set('new')] })
    await track(app, 'go', { email: after.email })
    await runWorkflows(app.deps)
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    const plans = [before, after].map(async ({ id }) =>
      (await call(app, ['GET', `/contacts/${id}`])).json<{ data: object }>(),
    )
    expect((await Promise.all(plans)).map(({ data }) => data)).toEqual([{ plan: 'old' }, { plan: 'new' }])
    expect((await readExecutions(app, workflow.id)).map(({ version }) => version)).toEqual([2, 1])
  })

  it('is noticed by a node that has cached the triggers', async () => {
    const app = await inFreshProject(test)
    const worker = buildWorker(app.deps)
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 50 }]
    const large = { type: 'EVENT', event: 'paid', where }
    const first = await buildEnabled(app, { eventName: 'paid', steps: STEPS })
    const second = await buildEnabled(app, { trigger: large, steps: STEPS })
    const startedBy = async (total: number) => {
      await track(app, 'paid', { email: newAddress(), data: { total } })
      await runWorkflows(app.deps, worker)
      return Promise.all([first, second].map(async ({ id }) => (await readExecutions(app, id)).length))
    }
    expect(await startedBy(10)).toEqual([1, 0])
    await patch(app, second.id, { eventName: 'paid' })
    expect(await startedBy(10)).toEqual([2, 1])
    await patch(app, first.id, { trigger: large })
    expect(await startedBy(10)).toEqual([2, 2])
    await patch(app, second.id, { enabled: false })
    expect(await startedBy(60)).toEqual([3, 2])
    await patch(app, second.id, { enabled: true })
    await patch(app, first.id, { eventName: 'something else' })
    expect(await startedBy(60)).toEqual([3, 3])
  })

  it('keeps its templates and segments from being deleted while it is enabled', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, { from: 'a@app.example' })
    const list = await buildSegment(app, { type: 'STATIC' })
    const steps = [
      { id: 'e', type: 'SEND_EMAIL', config: { templateId: template.id }, next: 'a' },
      { id: 'a', type: 'ADD_TO_SEGMENT', config: { segmentId: list.id } },
    ]
    const { id } = await buildEnabled(app, { steps })
    const remove = async () => [
      (await call(app, ['DELETE', `/templates/${template.id}`])).statusCode,
      (await call(app, ['DELETE', `/segments/${list.id}`])).statusCode,
    ]
    expect(await remove()).toEqual([409, 409])
    await patch(app, id, { enabled: false })
    expect(await remove()).toEqual([204, 204])
    const refused = await patch(app, id, { enabled: true })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, { 'steps.0.config.templateId': 'custom' }])
  })
})

describe('DELETE /workflows/{id}', () => {
  it('is refused while there are active executions, and cancels them if asked', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      steps: [delay('d', 'u'), { id: 'u', type: 'UPDATE_CONTACT', config: { data: { late: 1 } } }],
    })
    const contact = await buildContact(app)
    await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    const refused = await call(app, ['DELETE', `/workflows/${id}`])
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'RESOURCE_IN_USE'])
    const worker = buildWorker(app.deps)
    expect((await call(app, ['DELETE', `/workflows/${id}`], { query: { cancel: 'true' } })).statusCode).toBe(
      204,
    )
    app.clock.advance(DAY)
    await runWorkflows(app.deps, worker)
    expect((await call(app, ['GET', `/contacts/${contact.id}`])).json()).toMatchObject({ data: {} })
    await drain(app.deps)
    const { rows } = await sql`
      select 1 from workflow_executions where project_id = ${app.project.projectId}
      union all select 1 from workflow_entries where project_id = ${app.project.projectId}
      union all select 1 from workflow_waits where project_id = ${app.project.projectId}
      union all select 1 from workflow_history where project_id = ${app.project.projectId}`.execute(
      app.deps.database.db,
    )
    expect(rows).toEqual([])
    expect(await listened(app)).toEqual([])
  })
})

describe('executions that have ended', () => {
  it('are kept for 90 days, and entries for as long as the workflow exists', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS })
    const address = newAddress()
    await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    app.clock.advance(DAY)
    await runWorkflows(app.deps)
    app.clock.advance(89 * DAY)
    await runJob(app.deps, tidyWorkflowsJob, { payload: {} })
    expect(await readExecutions(app, id)).toHaveLength(1)
    app.clock.advance(2 * DAY)
    await runJob(app.deps, tidyWorkflowsJob, { payload: {} })
    expect(await readExecutions(app, id)).toEqual([])
    await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, id)).toEqual([])
  })
})

describe('two nodes', () => {
  it('that process events at the same time start each execution once', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS })
    for (let i = 0; i < 20; i += 1) await track(app, 'go', { email: newAddress() })
    const workers = [buildWorker(app.deps), buildWorker(app.deps), buildWorker(app.deps)]
    await Promise.all(workers.map(({ signals }) => processSignals(app.deps, signals)))
    await Promise.all(workers.map((worker) => runWorkflows(app.deps, worker)))
    expect(await readExecutions(app, id)).toHaveLength(20)
  })

  it('never process events of one project at the same time: a later one must not overtake', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS })
    await track(app, 'go', { email: newAddress() })
    const { signals } = buildWorker(app.deps)
    const kind = announcementWork(createWorkflowListener(signals))
    const { projectId } = app.project
    const counts: number[] = []
    const first = inTransaction(app.deps.database.db, async (trx) => {
      const claimed = await claimQueued(trx, kind, { projectId, limit: 1, now: app.clock.now() })
      counts.push(claimed.length, await processSignals(app.deps, signals))
      throw new Error('The first node ends in the middle.')
    })
    await expect(first).rejects.toThrow('in the middle')
    counts.push(await processSignals(app.deps, signals))
    expect(counts).toEqual([1, 0, 1])
    expect(await readExecutions(app, id)).toHaveLength(1)
  })
})

describe('a project whose events cannot be processed', () => {
  it('holds up no other, and has them processed later', async () => {
    const apps = [await inFreshProject(test), await inFreshProject(test), await inFreshProject(test)]
    const ids: string[] = []
    for (const app of apps) {
      ids.push((await buildEnabled(app, { steps: STEPS })).id)
      await track(app, 'go', { email: newAddress() })
    }
    const counts = async () =>
      Promise.all(apps.map(async (app, n) => (await readExecutions(app, ids[n] ?? '')).length))
    const { db } = test.deps.database
    await sql`
      create function refuse_signals() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse_signals before delete on announcements for each row
        when (old.project_id = '${sql.raw(apps[1]?.project.projectId ?? '')}') execute function refuse_signals()`.execute(
      db,
    )
    await runWorkflows(test.deps)
    expect(await counts()).toEqual([1, 0, 1])
    await sql`drop function refuse_signals cascade`.execute(db)
    await runWorkflows(test.deps)
    expect(await counts()).toEqual([1, 1, 1])
  })
})
