// The health of a project in SQL. Numbers come from the counter `mail`, whose labels are '<hour> <status>': an email is
// counted once, in the hour in which it was sent. A range of labels is a range of time, so a project costs two index
// ranges, and its emails are not read.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { counterPartsWhere } from '../../../platform/db/counters.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { COUNTED_STATUSES } from './health-verdict.ts'
import type { HealthState, EmailCounts, Windows } from './health-verdict.ts'
import { hourOf } from '../tally/tally.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

export type HealthRow = {
  projectId: ProjectId
  state: HealthState
  reason: string | null
  judgedFrom: Date | null
  changedAt: Date | null
  windows: Windows
}

/**
 * Lists the projects whose verdict may have changed, with their numbers: those with an email sent or reported in this
 * hour or the last, and those whose warning may be over. A pause is only ended by hand.
 */
export async function listHealthToJudge(db: Db, now: Date): Promise<HealthRow[]> {
  const recent = hourLabel(now.getTime() - HOUR_MS)
  const isRecent = sql`t.project_id = p.id and t.counter = 'mail' and t.label >= ${recent}`
  return measure(
    db,
    now,
    sql`
    h.state = 'WARNED' or (h.state is distinct from 'PAUSED' and (
      exists (select from counter_deltas as t where ${isRecent}) or exists (select from counters as t where ${isRecent})))`,
  )
}

export async function findHealth(
  db: Db | Trx,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<HealthRow | undefined> {
  return (await measure(db, now, sql`p.id = ${projectId}`))[0]
}

type StoredHealth = Omit<HealthRow, 'windows'> & {
  forgiven: Partial<EmailCounts>
  counts: Record<string, { day: number; week: number }>
}

/** Measures the projects (`p`, their health `h`) that meet the condition. */
async function measure(db: Db | Trx, now: Date, condition: RawBuilder<unknown>): Promise<HealthRow[]> {
  const week = hourLabel(now.getTime() - WEEK_MS)
  const inWindow = sql`t.project_id = p.id and t.counter = 'mail' and t.label >= greatest(${week}, ${hourOf(sql`h.judged_from`)})`
  const { rows } = await sql<StoredHealth>`
    select p.id as "projectId", coalesce(h.state, 'GOOD') as state, h.reason, h.judged_from as "judgedFrom",
      h.changed_at as "changedAt", coalesce(h.forgiven, '{}') as forgiven, m.counts
    from projects as p left join project_health as h on h.project_id = p.id
    cross join lateral (
      select coalesce(jsonb_object_agg(status, jsonb_build_object('day', day, 'week', week)), '{}') as counts
      from (
        select split_part(label, ' ', 2) as status, sum(value) as week,
          coalesce(sum(value) filter (where label >= ${hourLabel(now.getTime() - DAY_MS)}), 0) as day
        from (
          select t.label, t.value from counters as t where ${inWindow}
          union all
          select t.label, t.delta from counter_deltas as t where ${inWindow}
        ) as both_parts group by 1
      ) as by_status where status = any(${COUNTED_STATUSES})
    ) as m
    where ${condition} order by p.id`.execute(db)
  return rows.map((row) => toHealthRow(row, now))
}

/** Such as '2026-05-01T12'. */
const hourLabel = (atMs: number): RawBuilder<unknown> => hourOf(sql`${new Date(atMs)}::timestamptz`)

function toHealthRow({ forgiven, counts, ...row }: StoredHealth, now: Date): HealthRow {
  const countsOf = (window: 'day' | 'week', spanMs: number) =>
    mapCounts((status) => {
      const counted = counts[status]?.[window] ?? 0
      return isInside(row.judgedFrom, now.getTime() - spanMs) ? counted - (forgiven[status] ?? 0) : counted
    })
  return { ...row, windows: { day: countsOf('day', DAY_MS), week: countsOf('week', WEEK_MS) } }
}

/** Whether the window includes the hour of the resumption. */
const isInside = (judgedFrom: Date | null, fromMs: number): boolean =>
  judgedFrom !== null && Math.floor(judgedFrom.getTime() / HOUR_MS) >= Math.floor(fromMs / HOUR_MS)

const mapCounts = (countOf: (status: keyof EmailCounts) => number): EmailCounts =>
  Object.fromEntries(COUNTED_STATUSES.map((status) => [status, countOf(status)])) as EmailCounts

/** The counts of the hour of `at` so far. */
export async function countHour(
  db: Db | Trx,
  { projectId, at }: { projectId: ProjectId; at: Date },
): Promise<EmailCounts> {
  const hour = hourLabel(at.getTime())
  // The space after the hour sorts before every other character of a label.
  const ofHour = sql`project_id = ${projectId} and counter = 'mail' and label > ${hour} and label < ${hour} || '!'`
  const { rows } = await sql<{ status: string; count: number }>`
    select split_part(label, ' ', 2) as status, sum(value)::bigint as count
    from ${counterPartsWhere(ofHour)} as parts group by 1`.execute(db)
  const found = new Map(rows.map(({ status, count }) => [status, count]))
  return mapCounts((status) => found.get(status) ?? 0)
}

/** Whether the marketing email of the project is paused, by whatever reason, and since when. */
export async function findBrake(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<{ reason: string | null; changedAt: Date } | undefined> {
  const { rows } = await sql<{ reason: string | null; changedAt: Date }>`
    select reason, changed_at as "changedAt" from project_health
    where project_id = ${projectId} and state = 'PAUSED'`.execute(db)
  return rows[0]
}

export type HealthChange = {
  projectId: ProjectId
  /** The state that was read: a concurrent change wins. */
  was: Pick<HealthRow, 'state' | 'judgedFrom'>
  state: HealthState
  reason: string | null
  judgedFrom: Date | null
  /** Unchanged if omitted. */
  forgiven?: EmailCounts
  now: Date
}

/** False if the state was changed meanwhile. */
export async function changeHealth(
  trx: Trx,
  { projectId, was, state, reason, judgedFrom, forgiven, now }: HealthChange,
): Promise<boolean> {
  const given = forgiven ? JSON.stringify(forgiven) : null
  const { rows } = await sql`
    insert into project_health as h (project_id, state, reason, judged_from, forgiven, changed_at)
    values (${projectId}, ${state}, ${reason}, ${judgedFrom}, coalesce(${given}::jsonb, '{}'), ${now})
    on conflict (project_id) do update set state = excluded.state, reason = excluded.reason,
      judged_from = excluded.judged_from, forgiven = coalesce(${given}::jsonb, h.forgiven), changed_at = excluded.changed_at
    where h.state = ${was.state} and h.judged_from is not distinct from ${was.judgedFrom}::timestamptz
    returning project_id`.execute(trx)
  return rows.length > 0
}
