import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { clearNamedCounter } from '../../platform/db/counters.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { setListenedNames } from '../events/index.ts'
import type { ContactLeaf } from '../filters/language/filter-leaves.schema.ts'
import { LISTENER } from './listener-name.ts'
import type { GOAL_KINDS } from './goals.values.ts'

export type GoalKind = (typeof GOAL_KINDS)[number]

/** `ownerId` is the campaign or the workflow. */
export type GoalRef = { projectId: ProjectId; ownerId: string }

export type StoredGoal = {
  ownerId: string
  kind: GoalKind
  event: string
  conditions: ContactLeaf[] | null
  windowSeconds: number
  valueField: string | null
  /** The share that is held back; null: nobody is. */
  holdoutPercent: number | null
}

const STORED = sql.raw(
  'owner_id as "ownerId", kind, event, conditions, window_seconds as "windowSeconds", value_field as "valueField", holdout_percent as "holdoutPercent"',
)

/** The goal before a change, locked against events that reach it meanwhile. */
export async function lockGoal(trx: Trx, { projectId, ownerId }: GoalRef): Promise<StoredGoal | undefined> {
  const { rows } = await sql<StoredGoal>`
    select ${STORED} from goals where project_id = ${projectId} and owner_id = ${ownerId} for update`.execute(
    trx,
  )
  return rows[0]
}

/** `holdoutSince`: when the comparison with those held back begins anew; null if it goes on. */
export async function upsertGoal(
  trx: Trx,
  { projectId, goal, holdoutSince }: { projectId: ProjectId; goal: StoredGoal; holdoutSince: Date | null },
): Promise<void> {
  const { ownerId, kind, event, windowSeconds, valueField, holdoutPercent: percent } = goal
  const conditions = goal.conditions && JSON.stringify(goal.conditions)
  await sql`
    insert into goals as g
      (project_id, owner_id, kind, event, conditions, window_seconds, value_field, holdout_percent, holdout_since)
    values (${projectId}, ${ownerId}, ${kind}, ${event}, ${conditions}::jsonb, ${windowSeconds}, ${valueField}, ${percent},
      ${holdoutSince})
    on conflict (project_id, owner_id) do update set event = excluded.event, conditions = excluded.conditions,
      window_seconds = excluded.window_seconds, value_field = excluded.value_field, until = null,
      holdout_percent = excluded.holdout_percent, holdout_since = coalesce(excluded.holdout_since, g.holdout_since)`.execute(
    trx,
  )
}

/** Sets the figures to zero. */
export async function clearConversions(trx: Trx, { projectId, ownerId }: GoalRef): Promise<void> {
  await sql`delete from conversions where project_id = ${projectId} and owner_id = ${ownerId}`.execute(trx)
  await clearNamedCounter(trx, { projectId, counter: 'goals', name: ownerId })
}

/** The owner sends nothing more: its goal is kept until the windows of its last emails are over. */
export async function endGoal(trx: Trx, { projectId, ownerId, now }: GoalRef & { now: Date }): Promise<void> {
  await sql`
    update goals set until = ${now}::timestamptz + window_seconds * interval '1 second'
    where project_id = ${projectId} and owner_id = ${ownerId}`.execute(trx)
}

export async function deleteGoal(trx: Trx, { projectId, ownerId }: GoalRef): Promise<void> {
  await sql`delete from goals where project_id = ${projectId} and owner_id = ${ownerId}`.execute(trx)
}

/** The goals that these events may reach, protected from deletion until the transaction ends. */
export async function holdGoals(
  trx: Trx,
  { projectId, events }: { projectId: ProjectId; events: readonly string[] },
): Promise<StoredGoal[]> {
  const { rows } = await sql<StoredGoal>`
    select ${STORED} from goals where project_id = ${projectId} and event = any(${events}::text[])
    order by owner_id for key share`.execute(trx)
  return rows
}

export type Conversion = {
  ownerId: string
  /** The email or the execution that is counted once. */
  subjectId: string
  /** Where it counts: '' for the owner itself, 'v1 ' for a variant, '<step> ' for a step. */
  parts: readonly string[]
  at: Date
  /** In thousandths. */
  value: number
}

/** The caller holds the goals. Rows are written in the order of their key, so that two listeners cannot deadlock. */
export async function insertConversions(
  trx: Trx,
  { projectId, conversions }: { projectId: ProjectId; conversions: readonly Conversion[] },
): Promise<void> {
  if (conversions.length === 0) return
  await sql`
    with given as materialized (
      select "ownerId" as owner_id, "subjectId" as subject_id, parts, at, value
      from jsonb_to_recordset(${JSON.stringify(conversions)}::jsonb)
        as g ("ownerId" uuid, "subjectId" uuid, parts text[], at timestamptz, value bigint)
    ), subjects as (
      select owner_id, subject_id, min(at) as first_at, count(*)::int as events from given group by 1, 2
    ), reached as (
      insert into conversions as c (project_id, owner_id, subject_id, first_at, events)
      select ${projectId}::uuid, owner_id, subject_id, first_at, events from subjects order by owner_id, subject_id
      on conflict (project_id, owner_id, subject_id) do update set events = c.events + excluded.events
      returning owner_id, subject_id, events
    ), first as (
      select owner_id, subject_id from reached join subjects using (owner_id, subject_id)
      where reached.events = subjects.events
    )
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}::uuid, 'goals', label, sum(change) from (
      select g.owner_id || ' ' || part || 'events' as label, 1 as change from given as g cross join unnest(g.parts) as part
      union all
      select g.owner_id || ' ' || part || 'value', g.value from given as g cross join unnest(g.parts) as part
      union all
      select distinct_part.owner_id || ' ' || part || 'conversions', 1 from (
        select distinct owner_id, subject_id, part from given cross join unnest(parts) as part
      ) as distinct_part join first using (owner_id, subject_id)
    ) as changes group by label having sum(change) <> 0`.execute(trx)
}

/** Every change of goals calls it in the same transaction; one at a time, because two would each drop the names of the other. */
export async function refreshGoalNames(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill goal names ' || ${projectId}, 0))`.execute(
    trx,
  )
  const { rows } = await sql<{ event: string }>`
    select distinct event from goals where project_id = ${projectId}`.execute(trx)
  await setListenedNames(trx, { projectId, listener: LISTENER, names: rows.map(({ event }) => event) })
}

/** Goals of all projects whose windows are over. Events may arrive a day late. */
export async function listEndedGoals(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<GoalRef[]> {
  const { rows } = await sql<GoalRef>`
    select project_id as "projectId", owner_id as "ownerId" from goals
    where until < ${now}::timestamptz - interval '1 day' order by until limit ${limit}`.execute(db)
  return rows
}

/** Rows of all projects that no further event can belong to: their windows are over. Returns whether there may be more. */
export async function deleteOldConversions(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from conversions where ctid = any(array(
      select ctid from conversions where first_at < ${before} limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0) === limit
}
