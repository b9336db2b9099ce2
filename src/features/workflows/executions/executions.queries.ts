// Executions, their history and their inputs (migrations/0038_workflow_executions.sql).
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ExecutionId, ProjectId, WorkflowId } from '../../../platform/ids.ts'
import { lockRows } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import { insertEvents } from '../../events/index.ts'
import type { TopicFacts } from '../../filters/index.ts'
import type { ExecutionState, HistoryEntry, Input } from '../engine/execution.ts'
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import { fromState, hasEnded } from './execution-row.ts'
import type { ExecutionRef, ExecutionRow } from './execution-row.ts'
import type { Definition } from '../definition.schema.ts'
import { EXECUTIONS } from './work-tables.ts'

const NAMES =
  'id, workflow_id, version, contact_id, status, step_id, visit, since, wake_at, exit_reason, started_at, completed_at, event, depth, position, answers'

const columnsOf = (alias: string) =>
  sql.raw(
    NAMES.split(', ')
      .map((name) => `${alias}.${name}`)
      .join(', '),
  )

export const COLUMNS = columnsOf('e')

type IdList = { projectId: ProjectId; ids: readonly string[] }

export async function listExecutionsById(db: Db | Trx, { projectId, ids }: IdList): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${COLUMNS} from workflow_executions as e
    where e.project_id = ${projectId} and e.id = any(${ids}::uuid[]) order by e.id`.execute(db)
  return rows
}

/** `pending`: number of inputs that are not applied yet. */
export type HeldExecution = ExecutionRow & { pending: number }

export type ExecutionClaim = Claim<ExecutionId>

/** Locks the executions whose claim is still valid. */
export const holdExecutions = (trx: Trx, claims: readonly ExecutionClaim[]): Promise<HeldExecution[]> =>
  lockRows(trx, { table: EXECUTIONS, claims, columns: sql`${columnsOf('w')}, w.pending` })

export async function lockExecution(
  trx: Trx,
  { projectId, executionId }: ExecutionRef,
): Promise<ExecutionRow | undefined> {
  const { rows } = await sql<ExecutionRow>`
    select ${COLUMNS} from workflow_executions as e
    where e.project_id = ${projectId} and e.id = ${executionId} for update`.execute(trx)
  return rows[0]
}

export type ContactOfExecution = {
  id: ContactId
  email: string
  subscribed: boolean
  subscription_state: SubscriptionState
  paused_until: Date | null
  topics: TopicFacts
  data: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

/**
 * The columns of ContactOfExecution. Topics that subscribed contacts are in are the same for all contacts of a project, and
 * read once.
 */
export const contactColumns = (projectId: ProjectId): RawBuilder<unknown> => sql`
  id, email, subscribed, subscription_state(subscribed, before_subscribing), paused_until, data, created_at, updated_at,
  jsonb_build_object('choices', topic_choices, 'implied',
    array(select key from topics where project_id = ${projectId} and opt_in = 'implied')) as topics`

/**
 * Locks the contacts of executions against changes and deletion. Ordered by email, like every lock of contacts, and before
 * the executions, because deleting a contact also locks its row first.
 */
export async function lockContactsOf(
  trx: Trx,
  { projectId, ids }: IdList,
): Promise<Map<ContactId, ContactOfExecution>> {
  const { rows } = await sql<ContactOfExecution>`
    select ${contactColumns(projectId)} from contacts
    where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by email for no key update`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inputs of these executions, oldest first. */
export async function listInputs(trx: Trx, { projectId, ids }: IdList): Promise<Map<ExecutionId, Input[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: ExecutionId; input: Input }>`
    select execution_id as id, input from workflow_inputs
    where project_id = ${projectId} and execution_id = any(${ids}::uuid[])
    order by workflow_inputs.id`.execute(trx)
  const byExecution = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byExecution].map(([id, inputs]) => [id, inputs.map(({ input }) => input)]))
}

/** Deletes applied inputs. The executions are locked, so no new input can have arrived. */
export async function deleteInputs(trx: Trx, { projectId, ids }: IdList): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from workflow_inputs
    where project_id = ${projectId} and execution_id = any(${ids}::uuid[])`.execute(trx)
}

export type NewInput = { executionId: ExecutionId; input: Input }

/** Adds inputs to executions and makes these due now. */
export async function insertInputs(
  trx: Trx,
  { projectId, inputs, now }: { projectId: ProjectId; inputs: readonly NewInput[]; now: Date },
): Promise<void> {
  if (inputs.length === 0) return
  const ids = inputs.map(({ executionId }) => executionId)
  const texts = inputs.map(({ input }) => JSON.stringify(input))
  await sql`
    with given as materialized (
      select * from unnest(${ids}::uuid[], ${texts}::jsonb[]) as g (execution_id, input)
    ), woken as (
      update workflow_executions as e set due_at = ${now}, pending = e.pending + g.count,
        waits_for = case when e.waits_for = any(g.names) then null else e.waits_for end
      from (select execution_id, count(*)::int as count, array_agg(input ->> 'name') as names from given group by 1) as g
      where e.project_id = ${projectId} and e.id = g.execution_id and e.completed_at is null
    )
    insert into workflow_inputs (project_id, execution_id, input)
    select ${projectId}, execution_id, input from given`.execute(trx)
}

export type ExecutionUpdate = {
  row: ExecutionRow
  state: ExecutionState
  definition: Definition | undefined
  entries: readonly HistoryEntry[]
}

/** Saves advanced executions with their history, and cleans up after those that have ended. */
export async function updateExecutions(
  trx: Trx,
  { projectId, saved, now }: { projectId: ProjectId; saved: readonly ExecutionUpdate[]; now: Date },
): Promise<void> {
  if (saved.length === 0) return
  const rows = saved.map(({ row, state, definition }) => ({ id: row.id, ...fromState(state, definition) }))
  await sql`
    update workflow_executions as e set status = s.status, step_id = s.step_id, visit = s.visit, since = s.since,
      wake_at = s.wake_at, due_at = s.due_at, exit_reason = s.exit_reason, completed_at = s.completed_at,
      depth = s.depth, position = s.position, answers = s.answers, waits_for = s.waits_for, pending = 0, attempts = 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id uuid, status text, step_id text, visit int,
      since timestamptz, wake_at timestamptz, due_at timestamptz, exit_reason text, completed_at timestamptz, depth int,
      position jsonb, answers jsonb, waits_for text)
    where e.project_id = ${projectId} and e.id = s.id`.execute(trx)
  await upsertHistory(trx, { projectId, saved })
  const ended = saved.filter(({ row, state }) => row.completed_at === null && hasEnded(state))
  if (ended.length > 0) await closeEnded(trx, { projectId, ended, now })
}

async function upsertHistory(
  trx: Trx,
  { projectId, saved }: { projectId: ProjectId; saved: readonly ExecutionUpdate[] },
): Promise<void> {
  const rows = saved.flatMap(({ row, entries }) => entries.map((entry) => toHistoryRow(row, entry)))
  if (rows.length === 0) return
  await sql`
    insert into workflow_history (project_id, execution_id, visit, workflow_id, step_id, type, status, started_at,
      completed_at, output, error)
    select ${projectId}, execution_id, visit, workflow_id, step_id, type, status, started_at, completed_at, output, error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (execution_id uuid, visit int, workflow_id uuid,
      step_id text, type text, status text, started_at timestamptz, completed_at timestamptz, output jsonb, error text)
    on conflict (project_id, execution_id, visit) do update set status = excluded.status,
      completed_at = excluded.completed_at, output = excluded.output, error = excluded.error`.execute(trx)
}

const toHistoryRow = ({ id, workflow_id: workflowId }: ExecutionRow, entry: HistoryEntry) => ({
  execution_id: id,
  visit: entry.visit,
  workflow_id: workflowId,
  step_id: entry.stepId,
  type: entry.type,
  status: entry.status,
  started_at: new Date(entry.startedAt),
  completed_at: entry.completedAt === null ? null : new Date(entry.completedAt),
  output: entry.output,
  error: entry.error,
})

type EndedExecutions = { projectId: ProjectId; ended: readonly ExecutionUpdate[]; now: Date }

/** Deletes their waits, lets their contacts enter again if the entry rule allows it, and records workflow.completed. */
async function closeEnded(trx: Trx, { projectId, ended, now }: EndedExecutions): Promise<void> {
  const ids = ended.map(({ row }) => row.id)
  const contactIds = ended.map(({ row }) => row.contact_id)
  const workflowIds = ended.map(({ row }) => row.workflow_id)
  await sql`
    with ended as materialized (
      select * from unnest(${ids}::uuid[], ${contactIds}::uuid[], ${workflowIds}::uuid[]) as g (id, contact_id, workflow_id)
    ), freed as (
      update workflow_entries as n set execution_id = null from ended as g
      where n.project_id = ${projectId} and n.workflow_id = g.workflow_id and n.contact_id = g.contact_id
        and n.execution_id = g.id
    )
    delete from workflow_waits as w using ended as g
    where w.project_id = ${projectId} and w.contact_id = g.contact_id and w.execution_id = g.id`.execute(trx)
  const completed = ended.filter(({ state }) => state.status === 'COMPLETED' || state.status === 'EXITED')
  if (completed.length === 0) return
  const events = completed.map(({ row, state }) => ({
    id: newId<EventId>(now),
    contact_id: row.contact_id,
    data: {
      workflowId: row.workflow_id,
      executionId: row.id,
      status: state.status,
      reason: state.exitReason,
      depth: state.depth + 1,
    },
  }))
  await insertEvents(sql`
    select ${projectId}::uuid, id, 'workflow.completed', contact_id, null::uuid, data, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as g (id uuid, contact_id uuid, data jsonb)`).execute(
    trx,
  )
}

/** The last resort for an execution that cannot be saved in any other way. */
export async function failExecution(
  trx: Trx,
  { projectId, executionId, reason, now }: ExecutionRef & { reason: string; now: Date },
): Promise<void> {
  await sql`
    update workflow_executions set status = 'FAILED', exit_reason = ${reason}, wake_at = null, due_at = null,
      waits_for = null, completed_at = ${now}
    where project_id = ${projectId} and id = ${executionId} and completed_at is null`.execute(trx)
  await sql`
    update workflow_entries as n set execution_id = null from workflow_executions as e
    where e.project_id = ${projectId} and e.id = ${executionId} and n.project_id = e.project_id
      and n.workflow_id = e.workflow_id and n.contact_id = e.contact_id
      and n.execution_id = e.id`.execute(trx)
}

export type Cause = { id: string; depth: number }

/** Records what an execution has caused, so that executions started by it know their depth. */
export async function insertCauses(
  trx: Trx,
  { projectId, causes, now }: { projectId: ProjectId; causes: readonly Cause[]; now: Date },
): Promise<void> {
  if (causes.length === 0) return
  await sql`
    insert into workflow_causes as c (project_id, id, depth, created_at)
    select ${projectId}, id, max(depth), ${now}
    from unnest(${causes.map(({ id }) => id)}::uuid[], ${causes.map(({ depth }) => depth)}::int[]) as g (id, depth)
    group by id order by id
    on conflict (project_id, id) do update
    set depth = excluded.depth, created_at = excluded.created_at`.execute(trx)
}

type NewCalls = {
  projectId: ProjectId
  calls: readonly { id: string; executionId: ExecutionId; visit: number }[]
  now: Date
}

/** Queues calls of WEBHOOK steps, to be made after the commit. */
export async function insertCalls(trx: Trx, { projectId, calls, now }: NewCalls): Promise<void> {
  if (calls.length === 0) return
  await sql`
    insert into workflow_calls (project_id, id, execution_id, visit, due_at, created_at)
    select ${projectId}, g.id, g.execution_id, g.visit, ${now}, ${now}
    from unnest(${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ executionId }) => executionId)}::uuid[],
      ${calls.map(({ visit }) => visit)}::int[]) as g (id, execution_id, visit)`.execute(trx)
}

type TrackedEvent = { id: EventId; contactId: ContactId; name: string; data: Record<string, unknown> }

/** Records the events of TRACK_EVENT steps. */
export async function insertTrackedEvents(
  trx: Trx,
  { projectId, events, now }: { projectId: ProjectId; events: readonly TrackedEvent[]; now: Date },
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, contactId, name, data }) => ({ id, contact_id: contactId, name, data }))
  await insertEvents(sql`
    select ${projectId}::uuid, id, name, contact_id, null::uuid, data, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, contact_id uuid, name text, data jsonb)`).execute(
    trx,
  )
}

export type VersionRef = { workflowId: WorkflowId; version: number }

export async function listDefinitions(
  db: Db | Trx,
  { projectId, wanted }: { projectId: ProjectId; wanted: readonly VersionRef[] },
): Promise<{ ref: VersionRef; definition: Definition }[]> {
  const { rows } = await sql<Definition & VersionRef>`
    select v.workflow_id as "workflowId", v.version, v.trigger, v.steps, v.entry, v.exit, v.goal, v.holdout from workflow_versions as v
    join unnest(${wanted.map(({ workflowId }) => workflowId)}::uuid[], ${wanted.map(({ version }) => version)}::int[])
      as g (workflow_id, version) on g.workflow_id = v.workflow_id and g.version = v.version
    where v.project_id = ${projectId}`.execute(db)
  return rows.map(({ workflowId, version, ...definition }) => ({ ref: { workflowId, version }, definition }))
}
