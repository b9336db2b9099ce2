// Workflows that dates of contacts start.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  contactSegmentsOf,
  inFreshProject,
} from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  readExecutions,
  runWorkflows,
} from '../../../../test/support/workflows.ts'
import { buildFilters } from '../../../filter-sources.ts'
import { ensureMonthsOf } from '../../../platform/db/months.ts'
import type { WorkflowId } from '../../../platform/ids.ts'
import { claimDue } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import { createDefinitions } from '../executions/definitions.service.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { SCHEDULES } from '../executions/work-tables.ts'
import { tidyWorkflowsJob } from '../workflows.jobs.ts'
import { scheduleWork } from './run-schedules.service.ts'

const test = useTestApp()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EXIT = [{ id: 'x', type: 'EXIT' }]
const AGAIN = { reentry: 'afterExit' }

/** The day so many days from now. */
const dayIn = ({ clock }: TestApp, days: number) =>
  new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10)

const buildDated = (app: TestApp, trigger: object = {}, rest: object = { entry: AGAIN }) =>
  buildEnabled(app, {
    trigger: { type: 'DATE', field: 'data.renewsAt', ...trigger },
    steps: EXIT,
    ...rest,
  })

async function patch(app: TestApp, path: string, body: object): Promise<void> {
  const reply = await call(app, ['PATCH', path], { body })
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

const totalOf = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/workflows/${id}/executions`])).json<{ total: number }>().total

async function pass(app: TestApp, ms: number): Promise<void> {
  await advance(app, ms)
  await runWorkflows(app.deps)
}

async function advance({ clock, deps }: TestApp, ms: number): Promise<void> {
  clock.advance(ms)
  await ensureMonthsOf(deps.database.pool, { table: 'events', months: [clock.now()] })
}

describe('a date of a contact', () => {
  it('starts the workflow at its time, in the zone of the contact, with the date as event', async () => {
    const app = await inFreshProject(test)
    const renewsAt = dayIn(app, 9)
    const { id } = await buildDated(app, { offset: { amount: -7, unit: 'days' }, at: '09:00' })
    const near = await buildContact(app, { data: { renewsAt } })
    const early = await buildContact(app, { data: { renewsAt, timezone: 'Asia/Tokyo' } })
    await buildContact(app, { data: { renewsAt: 'soon' } })
    await buildContact(app, { data: {} })
    const started = async () => (await readExecutions(app, id)).map(({ contactId }) => contactId)
    const untilStart = Date.parse(`${dayIn(app, 2)}T09:00:00Z`) - app.clock.now().getTime()
    await pass(app, untilStart - 9 * HOUR - MINUTE)
    expect(await started()).toEqual([])
    await pass(app, 2 * MINUTE)
    expect(await started()).toEqual([early.id])
    await pass(app, 9 * HOUR - 2 * MINUTE)
    expect(await started()).toEqual([early.id])
    await pass(app, 2 * MINUTE)
    expect(await started()).toEqual([near.id, early.id])
    await pass(app, 10 * DAY)
    expect(await totalOf(app, id)).toBe(2)
    const [execution] = await readExecutions(app, id)
    expect(execution).toMatchObject({
      event: { name: 'workflow.date', data: { field: 'data.renewsAt', date: renewsAt } },
    })
  })

  it('starts it again once it has changed, and never twice for the same value', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    const [first, second] = [dayIn(app, 1), dayIn(app, 2)]
    const contact = await buildContact(app, { data: { renewsAt: first } })
    await pass(app, DAY)
    expect(await totalOf(app, id)).toBe(1)
    await patch(app, `/contacts/${contact.id}`, { data: { renewsAt: second } })
    await pass(app, DAY)
    expect(await totalOf(app, id)).toBe(2)
    await patch(app, `/contacts/${contact.id}`, { data: { renewsAt: first } })
    await patch(app, `/workflows/${id}`, {
      trigger: { type: 'DATE', field: 'data.renewsAt', offset: { amount: 3, unit: 'days' } },
    })
    await pass(app, 3 * DAY)
    expect(await totalOf(app, id)).toBe(2)
  })

  it('obeys the entry rules', async () => {
    const app = await inFreshProject(test)
    const conditions = [{ field: 'data.plan', operator: 'equals', value: 'pro' }]
    const filters = { operator: 'AND', conditions }
    const once = await buildDated(app, {}, { entry: { reentry: 'once', filters } })
    const byEvent = await buildDated(
      app,
      {},
      {
        entry: {
          filters: {
            operator: 'AND',
            conditions: [{ field: 'event.data.date', operator: 'equals', value: dayIn(app, 2) }],
          },
        },
      },
    )
    await buildContact(app, { data: { renewsAt: dayIn(app, 1), plan: 'free' } })
    const contact = await buildContact(app, { data: { renewsAt: dayIn(app, 1), plan: 'pro' } })
    await pass(app, DAY)
    await patch(app, `/contacts/${contact.id}`, { data: { renewsAt: dayIn(app, 1) } })
    await pass(app, DAY)
    expect([await totalOf(app, once.id), await totalOf(app, byEvent.id)]).toEqual([1, 1])
  })

  it('starts nothing if it is past when it is set, or when the workflow is enabled', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { renewsAt: dayIn(app, -1) } })
    const { id } = await buildDated(app)
    const contact = await buildContact(app, { data: { renewsAt: dayIn(app, 1) } })
    await patch(app, `/workflows/${id}`, { enabled: false })
    await pass(app, DAY)
    await patch(app, `/workflows/${id}`, { enabled: true })
    await pass(app, HOUR)
    await patch(app, `/contacts/${contact.id}`, { data: { renewsAt: dayIn(app, -1) } })
    await buildContact(app, { data: { renewsAt: dayIn(app, 0) } })
    await pass(app, HOUR)
    expect(await totalOf(app, id)).toBe(0)
  })

  it('starts nothing once it is removed, invalid or of a deleted contact', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    const build = () => buildContact(app, { data: { renewsAt: dayIn(app, 1) } })
    const [removed, invalid, deleted, kept] = [await build(), await build(), await build(), await build()]
    await patch(app, `/contacts/${removed.id}`, { data: { renewsAt: null } })
    await patch(app, `/contacts/${invalid.id}`, { data: { renewsAt: 'never' } })
    await call(app, ['DELETE', `/contacts/${deleted.id}`])
    await pass(app, DAY)
    expect((await readExecutions(app, id)).map(({ contactId }) => contactId)).toEqual([kept.id])
  })

  it('is made up for if no node was running, for three days', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    await buildContact(app, { data: { renewsAt: dayIn(app, 1) } })
    const inTime = await buildContact(app, { data: { renewsAt: dayIn(app, 3) } })
    await pass(app, 5 * DAY)
    expect((await readExecutions(app, id)).map(({ contactId }) => contactId)).toEqual([inTime.id])
  })

  it('starts it every year if it repeats', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app, { repeat: 'yearly', at: '09:00' })
    const birthday = `1990${dayIn(app, 1).slice(4)}`
    await buildContact(app, { data: { renewsAt: birthday } })
    await buildContact(app, { data: { renewsAt: `1990${dayIn(app, 40).slice(4)}` } })
    await pass(app, 2 * DAY)
    expect(await totalOf(app, id)).toBe(1)
    await pass(app, 364 * DAY)
    await pass(app, 2 * DAY)
    expect(await totalOf(app, id)).toBe(2)
    const year = app.clock.now().getUTCFullYear()
    const [latest] = await readExecutions(app, id)
    expect(latest).toMatchObject({ event: { data: { years: year - 1990 } } })
  })
})

describe('a workflow that dates start', () => {
  it('starts for however many, and continues after a change of its steps', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    await buildContacts(app, 2_010, { data: { renewsAt: dayIn(app, 1) } })
    await patch(app, `/workflows/${id}`, { steps: [{ id: 'y', type: 'EXIT' }] })
    await pass(app, DAY)
    expect(await totalOf(app, id)).toBe(2_010)
  })

  it('starts each contact once if one worker is late and another takes over', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app, {}, { entry: { reentry: 'always' } })
    await buildContacts(app, 2_010, { data: { renewsAt: dayIn(app, 1) } })
    await advance(app, DAY)
    const now = app.clock.now()
    const due = { table: SCHEDULES, limit: 100, perProject: 1, leaseMs: MINUTE, now }
    const claims = (await claimDue(app.deps.database, due)) as Claim<WorkflowId>[]
    const claim = claims.filter((one) => one.id === id)
    await expect(workOf(app, failingAt(id, 3)).run(claim)).rejects.toThrow('killed')
    expect(await totalOf(app, id)).toBe(1_000)
    app.clock.advance(2 * MINUTE)
    await runWorkflows(app.deps)
    await workOf(app, createDefinitions()).run(claim)
    expect(await totalOf(app, id)).toBe(2_010)
    expect(await countContacts(app, id)).toBe(2_010)
  })

  it('starts each contact once if a worker is killed and two others continue', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app, {}, { entry: { reentry: 'always' } })
    await buildContacts(app, 2_010, { data: { renewsAt: dayIn(app, 1) } })
    await advance(app, DAY)
    await runDueWork(app.deps, workOf(app, failingAt(id, 3)))
    expect(await totalOf(app, id)).toBe(1_000)
    app.clock.advance(2 * MINUTE)
    await Promise.all([runWorkflows(app.deps, buildWorker(app.deps)), runWorkflows(app.deps)])
    expect(await totalOf(app, id)).toBe(2_010)
    expect(await countContacts(app, id)).toBe(2_010)
  })

  it('goes on with a schedule, and back, without starting a date twice', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    await buildContact(app, { data: { renewsAt: dayIn(app, 1) } })
    await pass(app, DAY)
    await patch(app, `/workflows/${id}`, { trigger: { type: 'SCHEDULE', cron: '0 0 1 1 *' } })
    await pass(app, HOUR)
    const offset = { amount: 1, unit: 'days' }
    await patch(app, `/workflows/${id}`, { trigger: { type: 'DATE', field: 'data.renewsAt', offset } })
    await pass(app, 2 * DAY)
    expect(await totalOf(app, id)).toBe(1)
  })

  it('names the fields that are wrong', async () => {
    const app = await inFreshProject(test)
    const reply = await call(app, ['POST', '/workflows'], {
      body: {
        name: 'Wrong',
        trigger: {
          type: 'DATE',
          field: 'event.data.renewsAt',
          offset: { amount: -4000, unit: 'days' },
          at: '25:00',
          timezone: 'Mars/Olympus',
          repeat: 'monthly',
        },
        steps: EXIT,
      },
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply)).toSorted()).toEqual([
      'trigger.at',
      'trigger.field',
      'trigger.offset.amount',
      'trigger.repeat',
      'trigger.timezone',
    ])
  })
})

describe('the dates that have started a workflow', () => {
  const countDates = async ({ deps, project }: TestApp) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from workflow_dates where project_id = ${project.projectId}`.execute(
      deps.database.db,
    )
    return rows[0]?.count
  }

  it('are forgotten with the contact, with the workflow, and after ten years', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildDated(app)
    const build = () => buildContact(app, { data: { renewsAt: dayIn(app, 1) } })
    const contact = await build()
    await build()
    await pass(app, DAY)
    expect(await countDates(app)).toBe(2)
    await call(app, ['DELETE', `/contacts/${contact.id}`])
    expect(await countDates(app)).toBe(1)
    await call(app, ['DELETE', `/workflows/${id}`])
    await drain(app.deps)
    expect(await countDates(app)).toBe(0)
    await buildDated(app)
    await build()
    await pass(app, DAY)
    await runJob(app.deps, tidyWorkflowsJob, { payload: {} })
    expect(await countDates(app)).toBe(1)
    app.clock.advance(3_660 * DAY)
    await runJob(app.deps, tidyWorkflowsJob, { payload: {} })
    expect(await countDates(app)).toBe(0)
  })
})

const workOf = ({ deps }: TestApp, definitions: Definitions) =>
  scheduleWork({
    ...deps,
    filters: buildFilters(deps.database),
    segments: contactSegmentsOf(deps),
    definitions,
  })

/** Ends a worker when it loads the definition of a workflow for the nth time, in the middle of a look. */
function failingAt(workflowId: string, count: number): Definitions {
  const definitions = createDefinitions()
  let loads = 0
  return {
    ...definitions,
    load: async (trx, query) => {
      if (query.wanted.some((one) => one.workflowId === workflowId)) loads += 1
      if (loads === count) throw new Error('killed')
      return definitions.load(trx, query)
    },
  }
}

async function countContacts({ deps, project }: TestApp, workflowId: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct contact_id) as count from workflow_executions
    where project_id = ${project.projectId} and workflow_id = ${workflowId}`.execute(deps.database.db)
  return rows[0]?.count
}
