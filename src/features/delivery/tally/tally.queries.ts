// The counter `mail`: the emails of a project by status and hour, for its health and statistics. Labels are '<hour>
// <what>', such as '2026-05-01T12 sent': they sort by time, so a range of labels is a range of time. insertTally makes
// every count.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { REPORTABLE, REPORTABLE_COMPLAINED, REPUTATION } from './reportable.ts'

/** The label of an hour. */
export const hourOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`

/** The label of ten minutes, such as '2026-05-01T12:3'. */
const tenMinutesOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 15)`

/** Whether the time lies in the first day of the campaign of this row, of which people want to see more than hours. */
const isFirstDay = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`${at} < (
  select c.started_at + interval '1 day' from campaigns as c where c.project_id = t.project_id and c.id = t.campaign_id)`

/** Part of a larger statement. `rows` selects project_id, at, what (such as 'sent') and a change of the count. */
export const insertTally = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'mail', ${hourOf(sql`at`)} || ' ' || what, sum(change)
  from (${rows}) as tally (project_id, at, what, change) group by 1, 3`

/** Like insertTally, for rows of any counter by the hour: project_id, counter, at, what and a change of the count. */
export const insertTallies = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, counter, ${hourOf(sql`at`)} || ' ' || what, sum(change)
  from (${rows}) as tally (project_id, counter, at, what, change) group by 1, 2, 3`

type StandingCount = { projectId: ProjectId; at: Date; standing: string }

/** Counts how a receiver took one email; see REPUTATION. */
export async function insertStanding(trx: Trx, { projectId, at, standing }: StandingCount): Promise<void> {
  await insertTallies(
    sql`values (${projectId}::uuid, ${REPUTATION}, ${at}::timestamptz, ${standing}, 1)`,
  ).execute(trx)
}

export type TallyMove = {
  projectId: ProjectId
  /** The time in whose hour the email counts. */
  at: Date
  /** The status it was counted under; null if it was not counted yet. */
  from: string | null
  to: string
  /** Whether its receiver reports complaints. */
  isReportable: boolean
  now: Date
}

/**
 * Moves the count of an email from its old status to its new one. The label `reported` makes the health of the project
 * be judged again now, although the email counts in an earlier hour.
 */
export async function moveTally(trx: Trx, move: TallyMove): Promise<void> {
  const { projectId, at, from, to, now } = move
  const changes = [
    { at, what: to, change: 1 },
    ...(from === null ? [] : [{ at, what: from, change: -1 }]),
    { at: now, what: 'reported', change: 1 },
    ...(move.isReportable && (await isCounted(trx, move)) ? reportableChanges(move) : []),
  ]
  await insertTally(sql`
    select ${projectId}::uuid, at, what, change from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given (at timestamptz, what text, change int)`).execute(trx)
}

/** False for an email that was sent before reportable emails were counted: a numerator without its denominator. */
async function isCounted(trx: Trx, { projectId, at, from }: TallyMove): Promise<boolean> {
  if (from === null) return true
  const known = sql`project_id = ${projectId} and counter = 'mail'
    and label = ${hourOf(sql`${at}::timestamptz`)} || ${` ${REPORTABLE}`}`
  const { rows } = await sql`
    select from counters where ${known}
    union all select from counter_deltas where ${known} limit 1`.execute(trx)
  return rows.length > 0
}

/** A complaint proves that the email was accepted; a bounce, that it was not. */
function reportableChanges({ at, from, to }: TallyMove) {
  if (to !== 'complained') return from === null ? [] : [{ at, what: REPORTABLE, change: -1 }]
  const complained = { at, what: REPORTABLE_COMPLAINED, change: 1 }
  return from === null ? [complained, { at, what: REPORTABLE, change: 1 }] : [complained]
}

// Health looks back a week, hour by hour; one more day, so that nothing is folded while it is read.
const HOURS_KEPT = sql.raw("interval '8 days'")

// Statistics compare a day with the same day of the year before.
const DAYS_KEPT = sql.raw("interval '400 days'")

/**
 * Folds old hours into days ('2026-05-01 sent') and deletes days older than a year, for all projects. A count that
 * comes later for an old hour is folded the next time.
 */
export async function foldTallies(db: Db, now: Date): Promise<void> {
  const hour = sql.raw("label ~ '^\\d{4}-\\d\\d-\\d\\dT'")
  await sql`
    with hours as (
      delete from counters where counter = 'mail' and ${hour} and label < ${hourOf(sql`${now}::timestamptz - ${HOURS_KEPT}`)}
      returning project_id, left(label, 10) || substr(label, 14) as label, value
    )
    insert into counters as c (project_id, counter, label, value)
    select project_id, 'mail', label, sum(value) from hours group by 1, 3 order by 1, 3
    on conflict (project_id, counter, label) do update set value = c.value + excluded.value`.execute(db)
  await sql`
    delete from counters where counter = 'mail' and label < ${hourOf(sql`${now}::timestamptz - ${DAYS_KEPT}`)}`.execute(
    db,
  )
}

/** The columns of an email that say where it is counted: its campaign, or the step of its workflow. */
export const tallyOrigin = (email: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${email}.${name}`)
  return sql`${column('campaign_id')}, ${column('cohort')}, workflow_step_of(${column('source')}, ${column('recipients')})`
}

/**
 * Counts opens, clicks and unsubscribes of campaigns and of workflow steps; triggers count the states of their emails. The
 * counter `campaigns` has labels '<campaign> <what>', and '<campaign> v1 <what>' for the second variant of a test;
 * `campaign_hours` has opens and clicks by the hour, '<campaign> <hour> <what>', and on the first day of the campaign by ten minutes
 * instead: some 3,500 labels per campaign at most. `workflow_emails` has '<workflow> <step> <what>'.
 *
 * Part of a larger statement. `rows` selects project_id, the columns of tallyOrigin, at, what (such as 'opened') and a change
 * of the count; test recipients are not counted.
 */
export const insertOriginTally = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into counter_deltas (project_id, counter, label, delta)
  select t.project_id, kind.counter, kind.prefix || t.what, sum(t.change)
  from (${rows}) as t (project_id, campaign_id, cohort, workflow_step, at, what, change)
  cross join lateral (
    select 'campaigns' as counter, t.campaign_id || ' ' || part as prefix
      from campaign_parts(t.cohort) as part where part = '' or t.what !~ 'link '
    union all select 'campaign_hours', t.campaign_id || ' '
        || case when ${isFirstDay(sql`t.at`)} then ${tenMinutesOf(sql`t.at`)} else ${hourOf(sql`t.at`)} end || ' '
      where t.what in ('opened', 'clicked', 'human_opened', 'human_clicked') and coalesce(t.cohort, 0) >= 0
    union all select 'workflow_emails', t.workflow_step || ' ' where t.what !~ 'link '
  ) as kind
  where kind.prefix is not null group by 1, 2, 3`
