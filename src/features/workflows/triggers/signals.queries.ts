// The triggers and executions that the events of a project concern.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type {
  ContactId,
  EmailId,
  EventId,
  ExecutionId,
  ProjectId,
  WorkflowId,
} from '../../../platform/ids.ts'
import type { StartEvent } from '../engine/execution.ts'
import type { Position } from '../engine/place.ts'

/** An event of a contact, for the workflows of its project. */
export type Signal = {
  eventId: EventId
  name: string
  contactId: ContactId
  emailId: EmailId | null
  data: Record<string, unknown>
  isThrottled: boolean
  createdAt: Date
}

// Segments are reevaluated within seconds after a contact has changed, within a minute at the latest. Until then, events of
// the contact count as caused by the execution that changed it.
export const CHANGE_LASTS_MS = 5 * 60_000

type SignalContext = {
  /** Number of executions in the chain of causes of the event, its email or, if it is about the contact, its last change. */
  depth: number
  /** Whether events of this name start a workflow. */
  isTrigger: boolean
  /** Changes whenever a trigger of the project does. */
  stamp: string
  /** Whether an execution of the contact may wait for an event of this name, or exit at it. */
  isAwaited: boolean
}

export type KnownSignal = Signal & SignalContext

/**
 * Adds what the database knows about the signals. Causes, triggers and waits are looked up once for all of them, as arrays:
 * with a join, five hundred would be compared with five hundred, because the planner expects ten.
 */
export async function findSignalContext(
  trx: Trx,
  { projectId, signals }: { projectId: ProjectId; signals: readonly Signal[] },
): Promise<KnownSignal[]> {
  const rows = await executePrepared(
    trx,
    'signal-context',
    sql<SignalContext>`
      with given as materialized (
        select * from unnest(${signals.map(({ eventId }) => eventId)}::uuid[], ${signals.map(({ name }) => name)}::text[],
          ${signals.map(({ contactId }) => contactId)}::uuid[], ${signals.map(({ emailId }) => emailId)}::uuid[],
          ${signals.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
          with ordinality as g (event_id, name, contact_id, email_id, created_at, id)
      ), causes as (
        select s.id, max(c.depth) as depth from given as s
        cross join unnest(array[s.event_id, s.email_id,
          case when s.name like 'contact.%' or s.name like 'segment.%' then s.contact_id end]) as g (id)
        join workflow_causes as c on c.project_id = ${projectId} and c.id = g.id
        where c.id <> s.contact_id or c.created_at >= s.created_at - ${CHANGE_LASTS_MS}::int * interval '1 millisecond'
        group by s.id
      )
      select coalesce(((select jsonb_object_agg(id, depth) from causes) -> s.id::text)::int, 0) as depth,
        s.name = any(array(
          select n.name from (select distinct name from given) as n
          where exists (select from workflow_triggers as t where t.project_id = ${projectId} and t.name = n.name)
        )) as "isTrigger",
        s.id = any(array(
          select l.id from given as l
          join workflow_waits as w on w.project_id = ${projectId} and w.contact_id = l.contact_id and w.name = l.name
        )) as "isAwaited",
        coalesce((select stamp from workflow_trigger_stamps where project_id = ${projectId}), gen_random_uuid()) as stamp
      from given as s
      order by s.id`,
  )
  return rows.map((row, index) => ({ ...(signals[index] as Signal), ...row }))
}

export type WorkflowTrigger = {
  name: string
  workflowId: WorkflowId
  version: number
  segmentId: string | null
  /** Events before this time start nothing, even if they are recorded later. */
  since: Date
}

type WorkflowTriggerGroup = Pick<WorkflowTrigger, 'name' | 'segmentId'> & {
  workflowIds: WorkflowId[]
  versions: number[]
  since: string[]
}

type WantedTriggers = { projectId: ProjectId } & ({ names: readonly string[] } | { workflowId: WorkflowId })

/** Triggers of enabled workflows, by event name or by workflow. Aggregated into few rows: there may be a thousand. */
export async function listTriggers(
  trx: Trx,
  { projectId, ...wanted }: WantedTriggers,
): Promise<WorkflowTrigger[]> {
  const chosen =
    'names' in wanted ? sql`t.name = any(${wanted.names}::text[])` : sql`t.workflow_id = ${wanted.workflowId}`
  const { rows } = await sql<WorkflowTriggerGroup>`
    select t.name, t.segment_id as "segmentId", to_json(array_agg(t.workflow_id)) as "workflowIds",
      to_json(array_agg(w.version)) as versions, to_json(array_agg(t.since)) as since
    from workflow_triggers as t join workflows as w on w.project_id = t.project_id and w.id = t.workflow_id
    where t.project_id = ${projectId} and ${chosen} and w.enabled
    group by t.name, t.segment_id`.execute(trx)
  return rows.flatMap(({ name, segmentId, workflowIds, versions, since }) =>
    workflowIds.map((workflowId, index) => ({
      name,
      workflowId,
      version: versions[index] ?? 0,
      segmentId,
      since: new Date(since[index] ?? 0),
    })),
  )
}

/** An active execution that may wait for an event, or exit at it. */
export type ListeningExecution = {
  id: ExecutionId
  name: string
  contactId: ContactId
  workflowId: WorkflowId
  version: number
  status: 'RUNNING' | 'WAITING'
  stepId: string | null
  waitsFor: string | null
  wakeAt: Date | null
  pending: number
  /** Position of the event that started it. */
  start: Position | null
  /** The event that started it, for waits that compare with it. */
  event: StartEvent | null
}

type Pairs = { projectId: ProjectId; pairs: readonly { contactId: ContactId; name: string }[] }

/** Uses the primary key of workflow_waits. */
export async function lockListeners(trx: Trx, { projectId, pairs }: Pairs): Promise<ListeningExecution[]> {
  const { rows } = await sql<ListeningExecution>`
    select e.id, g.name, e.contact_id as "contactId", e.workflow_id as "workflowId", e.version, e.status,
      e.step_id as "stepId", e.waits_for as "waitsFor", e.wake_at as "wakeAt", e.pending, e.position -> 'start' as start,
      e.event
    from unnest(${pairs.map(({ contactId }) => contactId)}::uuid[], ${pairs.map(({ name }) => name)}::text[])
      as g (contact_id, name)
    join workflow_waits as w on w.project_id = ${projectId} and w.contact_id = g.contact_id and w.name = g.name
    join workflow_executions as e on e.project_id = ${projectId} and e.id = w.execution_id
    where e.completed_at is null order by e.id for update of e`.execute(trx)
  return rows
}
