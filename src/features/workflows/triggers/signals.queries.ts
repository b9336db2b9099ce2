// Events on their way to the workflows of a project (workflow_signals), and what they find there.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type {
  ContactId,
  EmailId,
  EventId,
  ExecutionId,
  ProjectId,
  WorkflowId,
} from '../../../platform/ids.ts'

export type Signal = {
  id: number
  eventId: EventId
  name: string
  contactId: ContactId
  emailId: EmailId | null
  data: Record<string, unknown>
  isThrottled: boolean
  createdAt: Date
}

export async function insertSignals(
  trx: Trx,
  { projectId, signals }: { projectId: ProjectId; signals: readonly Omit<Signal, 'id'>[] },
): Promise<void> {
  const rows = signals.map((signal) => ({
    event_id: signal.eventId,
    name: signal.name,
    contact_id: signal.contactId,
    email_id: signal.emailId,
    data: signal.data,
    is_throttled: signal.isThrottled,
    created_at: signal.createdAt,
  }))
  await sql`
    insert into workflow_signals (project_id, event_id, name, contact_id, email_id, data, is_throttled, created_at)
    select ${projectId}, event_id, name, contact_id, email_id, data, is_throttled, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (event_id uuid, name text, contact_id uuid,
      email_id uuid, data jsonb, is_throttled boolean, created_at timestamptz)`.execute(trx)
}

/** The next project that has signals, in a fixed order: each gets its turn. */
export async function nextSignalledProject(
  db: Db,
  { after }: { after: string },
): Promise<ProjectId | undefined> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    select s.project_id from workflow_signals as s join projects as p on p.id = s.project_id and p.disabled_at is null
    where s.project_id > ${after}::uuid order by s.project_id limit 1`.execute(db)
  return rows[0]?.project_id
}

/** False if somebody else is at the signals of the project: they are taken one batch after the other. */
export async function tryLockSignals(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('lettermill workflow signals ' || ${projectId}, 0)) as "isOurs"`.execute(
    trx,
  )
  return rows[0]?.isOurs ?? false
}

/** Takes the oldest out of the queue; they are back in it if the transaction does not commit. */
export async function claimSignals(
  trx: Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<Signal[]> {
  const { rows } = await sql<Signal>`
    with claimed as (
      delete from workflow_signals where project_id = ${projectId} and id = any(array(
        select id from workflow_signals where project_id = ${projectId} order by id limit ${limit}))
      returning *
    )
    select id, event_id as "eventId", name, contact_id as "contactId", email_id as "emailId", data,
      is_throttled as "isThrottled", created_at as "createdAt"
    from claimed order by id`.execute(trx)
  return rows
}

/** How many executions in a row stand behind these events, emails and changed contacts. */
export async function listCauses(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<Map<string, { depth: number; createdAt: Date }>> {
  const { rows } = await sql<{ id: string; depth: number; createdAt: Date }>`
    select id, depth, created_at as "createdAt" from workflow_causes
    where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, ...cause }) => [id, cause]))
}

export type Triggered = { name: string; workflowId: WorkflowId; version: number; segmentId: string | null }

/** Enabled workflows that one of these events may start. */
export async function listTriggers(
  trx: Trx,
  { projectId, names }: { projectId: ProjectId; names: readonly string[] },
): Promise<Triggered[]> {
  const { rows } = await sql<Triggered>`
    select t.name, t.workflow_id as "workflowId", w.version, t.segment_id as "segmentId"
    from workflow_triggers as t join workflows as w on w.project_id = t.project_id and w.id = t.workflow_id
    where t.project_id = ${projectId} and t.name = any(${names}::text[]) and w.enabled
    order by t.workflow_id`.execute(trx)
  return rows
}

/** An active execution that may care about an event. */
export type Listening = {
  id: ExecutionId
  name: string
  contactId: ContactId
  workflowId: WorkflowId
  version: number
  status: 'RUNNING' | 'WAITING'
  stepId: string | null
  waitsFor: string | null
  pending: number
}

type Pairs = { projectId: ProjectId; pairs: readonly { contactId: ContactId; name: string }[] }

/** Found by the primary key of workflow_waits; locked, so that nothing happens to them meanwhile. */
export async function lockListening(trx: Trx, { projectId, pairs }: Pairs): Promise<Listening[]> {
  const { rows } = await sql<Listening>`
    select e.id, g.name, e.contact_id as "contactId", e.workflow_id as "workflowId", e.version, e.status,
      e.step_id as "stepId", e.waits_for as "waitsFor", e.pending
    from unnest(${pairs.map(({ contactId }) => contactId)}::uuid[], ${pairs.map(({ name }) => name)}::text[])
      as g (contact_id, name)
    join workflow_waits as w on w.project_id = ${projectId} and w.contact_id = g.contact_id and w.name = g.name
    join workflow_executions as e on e.project_id = ${projectId} and e.id = w.execution_id
    where e.completed_at is null order by e.id for update of e`.execute(trx)
  return rows
}
