// The looks of workflows that dates of contacts start (migrations/0074): where a look is, the contacts that may be due, and the dates that
// have started an execution.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { dataSql, dataValueSql } from '../../filters/index.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

/** Looks for dates from now on. A changed trigger goes on from the last look, and begins with the first contact. */
export async function upsertLook(
  trx: Trx,
  { projectId, workflowId, now }: WorkflowRef & { now: Date },
): Promise<void> {
  await sql`
    insert into workflow_schedules as s (project_id, id, due_at, looked_until)
    values (${projectId}, ${workflowId}, ${now}, ${now})
    on conflict (project_id, id) do update set due_at = excluded.due_at, attempts = 0, fence = s.fence + 1,
      position = null, looked_until = coalesce(s.looked_until, excluded.looked_until), look_until = null`.execute(
    trx,
  )
}

export type OpenLook = { from: Date; to: Date; position: ContactId | null }

/** Begins a look at all times up to now, or continues the one in progress. Times before `earliest` are given up. */
export async function openLook(
  trx: Trx,
  { projectId, workflowId, now, earliest }: WorkflowRef & { now: Date; earliest: Date },
): Promise<OpenLook> {
  const { rows } = await sql<OpenLook>`
    update workflow_schedules set look_until = coalesce(look_until, ${now}),
      looked_until = greatest(looked_until, ${earliest})
    where project_id = ${projectId} and id = ${workflowId}
    returning looked_until as "from", look_until as "to", position`.execute(trx)
  const [look] = rows
  if (!look) throw new Error('the row of a claimed schedule is missing')
  return look
}

export async function finishLook(
  trx: Trx,
  { projectId, workflowId, dueAt }: WorkflowRef & { dueAt: Date },
): Promise<void> {
  await sql`
    update workflow_schedules set looked_until = look_until, look_until = null, position = null, due_at = ${dueAt},
      attempts = 0
    where project_id = ${projectId} and id = ${workflowId}`.execute(trx)
}

export type DateCandidate = { id: ContactId; createdAt: Date; value: unknown; timezone: unknown }

type CandidatesQuery = {
  projectId: ProjectId
  path: readonly string[]
  days: { first: Date; last: Date }
  isYearly: boolean
  after: string
  limit: number
}

/** Contacts with a date in this range, in the order of their ids. Served by the indexes of segments/indexes. */
export async function listDateCandidates(
  db: Db,
  { projectId, path, days, isYearly, after, limit }: CandidatesQuery,
): Promise<DateCandidate[]> {
  const { first, last } = days
  const range = { low: { value: first, isIncluded: true }, high: { value: last, isIncluded: true } }
  const place = { column: sql`data`, path, isIndexed: true }
  const isNear = dataSql(place, isYearly ? { kind: 'day', first, last } : { kind: 'date', range })
  const { rows } = await sql<DateCandidate>`
    select id, created_at as "createdAt", ${dataValueSql(place)} as value, data -> 'timezone' as timezone from contacts
    where project_id = ${projectId} and id > ${after}::uuid and ${isNear} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Dates of contacts at a field. */
export type FieldDates = WorkflowRef & {
  field: string
  dates: readonly { contactId: ContactId; date: Date }[]
}

const givenDates = (dates: FieldDates['dates']) => sql`
  unnest(${dates.map(({ contactId }) => contactId)}::uuid[],
    ${dates.map(({ date }) => date.toISOString())}::timestamptz[]) as given (contact_id, date)`

/** Contacts whose date has started an execution before. */
export async function listStartedContacts(
  trx: Trx,
  { projectId, workflowId, field, dates }: FieldDates,
): Promise<Set<ContactId>> {
  const { rows } = await sql<{ id: ContactId }>`
    select d.contact_id as id from workflow_dates as d join ${givenDates(dates)}
      on d.contact_id = given.contact_id and d.date = given.date
    where d.project_id = ${projectId} and d.workflow_id = ${workflowId} and d.field = ${field}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

export async function insertStartedDates(
  trx: Trx,
  { projectId, workflowId, field, dates }: FieldDates,
): Promise<void> {
  await sql`
    insert into workflow_dates (project_id, workflow_id, contact_id, field, date)
    select ${projectId}, ${workflowId}, contact_id, ${field}, date from ${givenDates(dates)}`.execute(trx)
}
