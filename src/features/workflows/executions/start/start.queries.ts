// Starts executions. The statement that inserts an execution also checks workflow_entries for whether the contact may enter,
// so that of two simultaneous events on two nodes only one starts it.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import { newId } from '../../../../platform/ids.ts'
import type { ContactId, EventId, ExecutionId, ProjectId, WorkflowId } from '../../../../platform/ids.ts'
import { insertEvents } from '../../../events/index.ts'
import { controlGroupSql, isHeldBack } from '../../../goals/index.ts'
import { TEST_RECIPIENT_DOMAIN } from '../../../suppressions/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { StartEvent } from '../../engine/execution.ts'
import { placeAt } from '../../engine/place.ts'
import type { Position } from '../../engine/place.ts'

export type Entrant = {
  executionId: ExecutionId
  contactId: ContactId
  event: StartEvent | null
  depth: number
  /** Position of the event; default: now. */
  position?: Position
}

type NewExecutions = {
  projectId: ProjectId
  workflowId: WorkflowId
  version: number
  definition: Definition
  /** Names of events that an execution may wait for or exit at. */
  names: readonly string[]
  /** With reentry once or afterExit, each contact at most once. */
  entrants: readonly Entrant[]
  now: Date
}

/** Returns the executions that were started. The caller holds the workflow. */
export async function insertExecutions(trx: Trx, input: NewExecutions): Promise<Set<ExecutionId>> {
  const { projectId, workflowId, version, definition, names, entrants, now } = input
  const first = definition.steps[0]?.id
  if (entrants.length === 0 || first === undefined) return new Set()
  const given = entrants.map(({ executionId, contactId, event, depth, position }) => ({
    id: executionId,
    contact_id: contactId,
    event,
    depth,
    position: placeAt(position ?? { at: now.getTime() }),
    event_id: newId<EventId>(now),
    data: { workflowId, executionId, depth: depth + 1 },
  }))
  const reentry = definition.entry?.reentry ?? 'once'
  const { rows } = await sql<{ id: ExecutionId }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (id uuid, contact_id uuid, event jsonb, depth int, position jsonb, event_id uuid, data jsonb)
    ), entered as (
      insert into workflow_entries as n (project_id, workflow_id, contact_id, execution_id)
      select distinct on (contact_id) ${projectId}::uuid, ${workflowId}::uuid, contact_id, id from given order by contact_id, id
      on conflict (project_id, workflow_id, contact_id) ${onConflict(reentry)}
      returning execution_id
    ), started as (
      insert into workflow_executions (project_id, id, workflow_id, version, contact_id, status, step_id, since, wake_at,
        due_at, started_at, event, depth, position)
      select ${projectId}, id, ${workflowId}, ${version}, contact_id, 'RUNNING', ${first}, ${now}, ${now}, ${now}, ${now},
        event, depth, position
      from given where ${reentry === 'always' ? sql`true` : sql`id in (select execution_id from entered)`}
      returning id, contact_id
    ), waiting as (
      insert into workflow_waits (project_id, contact_id, name, execution_id)
      select ${projectId}, s.contact_id, n.name, s.id from started as s cross join unnest(${names}::text[]) as n (name)
    ), events as (${insertEvents(sql`
      select ${projectId}::uuid, g.event_id, 'workflow.started', g.contact_id, null::uuid, g.data, ${now}::timestamptz
      from given as g join started as s on s.id = g.id`)}
    )
    select id from started`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

function onConflict(reentry: 'once' | 'afterExit' | 'always'): RawBuilder<unknown> {
  if (reentry !== 'afterExit') return sql`do nothing`
  return sql`do update set execution_id = excluded.execution_id where n.execution_id is null`
}

type HoldoutQuery = Pick<NewExecutions, 'projectId' | 'workflowId' | 'definition'> & {
  contactIds: readonly ContactId[]
}

/**
 * Whether each contact is held back. In neither group are test recipients, and the control group, which gets no marketing email
 * either way.
 */
export async function listGroups(
  db: Db | Trx,
  { projectId, workflowId, contactIds, percent }: Omit<HoldoutQuery, 'definition'> & { percent: number },
): Promise<Map<ContactId, boolean>> {
  const isHeld = isHeldBack({ ownerId: workflowId, percent, contactId: sql`id` })
  const { rows } = await sql<{ id: ContactId; isHeld: boolean }>`
    select id, ${isHeld} as "isHeld" from contacts
    where project_id = ${projectId} and id = any(${contactIds}::uuid[])
      and email not like ${`%@${TEST_RECIPIENT_DOMAIN}`} and not (
        select ${controlGroupSql({ projectId: sql`p.id`, contactId: sql`contacts.id`, percent: sql`p.control_percent` })}
        from projects as p where p.id = ${projectId})`.execute(db)
  return new Map(rows.map((row) => [row.id, row.isHeld]))
}

/** Marks contacts as entered, without an execution, and returns those that the reentry rule admits. */
export async function insertHeldEntries(
  trx: Trx,
  { projectId, workflowId, definition, contactIds }: HoldoutQuery,
): Promise<ContactId[]> {
  if (contactIds.length === 0) return []
  const reentry = definition.entry?.reentry ?? 'once'
  const { rows } = await sql<{ id: ContactId }>`
    insert into workflow_entries as n (project_id, workflow_id, contact_id)
    select ${projectId}, ${workflowId}, id from unnest(${contactIds}::uuid[]) as id order by id
    on conflict (project_id, workflow_id, contact_id) ${onConflict(reentry)}
    returning contact_id as id`.execute(trx)
  return reentry === 'always' ? [...contactIds] : rows.map(({ id }) => id)
}

type UnstartedExecutions = Omit<NewExecutions, 'definition' | 'names'> & {
  status: 'CANCELLED' | 'FAILED'
  reason: string
}

/** Shows in the list of executions why none was started. The contacts do not count as entered. */
export async function insertUnstarted(
  trx: Trx,
  { projectId, workflowId, version, entrants, status, reason, now }: UnstartedExecutions,
): Promise<void> {
  if (entrants.length === 0) return
  const given = entrants.map(({ executionId, contactId, event, depth }) => ({
    id: executionId,
    contact_id: contactId,
    event,
    depth,
  }))
  await sql`
    insert into workflow_executions (project_id, id, workflow_id, version, contact_id, status, since, started_at,
      completed_at, exit_reason, event, depth)
    select ${projectId}, id, ${workflowId}, ${version}, contact_id, ${status}, ${now}, ${now}, ${now}, ${reason}, event, depth
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, contact_id uuid, event jsonb, depth int)`.execute(
    trx,
  )
}

type EntryQuery = Pick<NewExecutions, 'projectId' | 'workflowId' | 'definition' | 'entrants'>

/** Entrants that exist and that the reentry rule admits; entry filters are not evaluated. */
export async function listAdmissibleEntrants(
  trx: Trx,
  { projectId, workflowId, definition, entrants }: EntryQuery,
): Promise<Entrant[]> {
  const reentry = definition.entry?.reentry ?? 'once'
  const isBarred = reentry === 'afterExit' ? sql`n.execution_id is not null` : sql`${reentry === 'once'}`
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts as c
    where project_id = ${projectId} and id = any(${entrants.map(({ contactId }) => contactId)}::uuid[])
      and not exists (select from workflow_entries as n where n.project_id = c.project_id
        and n.workflow_id = ${workflowId} and n.contact_id = c.id and ${isBarred})`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  return entrants.filter(({ contactId }) => found.has(contactId))
}

type MatchingContactsQuery = {
  projectId: ProjectId
  contactIds: readonly ContactId[]
  matching: RawBuilder<unknown>
}

/** The contacts that exist and match. */
export async function listMatchingContacts(
  trx: Trx,
  { projectId, contactIds, matching }: MatchingContactsQuery,
): Promise<Set<ContactId>> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts
    where project_id = ${projectId} and id = any(${contactIds}::uuid[]) and ${matching}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
