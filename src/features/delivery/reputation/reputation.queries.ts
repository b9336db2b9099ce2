// The reputation over time in SQL: the counter `reputation`, whose labels are '<hour or day> <provider> <sender> <what>', and the
// replies of each day.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { counterPartsWhere } from '../../../platform/db/counters.ts'
import type { LimitedName } from '../../../platform/email/mx/destination-limits.values.ts'
import type { ProjectId, TransportId } from '../../../platform/ids.ts'
import { REPUTATION } from '../tally/reportable.ts'
import type { StandingWhat } from '../tally/standing.ts'
import type { REPLY_EFFECTS } from './reputation.values.ts'

/** Without a project: all of them, for the operator. */
export type ReputationScope = { projectId: ProjectId | undefined }

export type StandingRow = {
  /** In UTC, such as 2026-05-01T09; a day once it is older than some days. */
  hour: string
  provider: LimitedName
  sender: string
  what: StandingWhat
  count: number
}

type StandingsQuery = ReputationScope & {
  /** A day in UTC each. */
  from: string
  before: string
  provider: string | undefined
  sender: string | undefined
}

/** A range of the primary key of `counters` for each project. */
export async function listStandings(
  db: Db | Trx,
  { projectId, from, before, provider, sender }: StandingsQuery,
): Promise<StandingRow[]> {
  const range = sql`project_id = p.id and counter = ${REPUTATION} and label >= ${from} and label < ${before}`
  const { rows } = await sql<StandingRow>`
    select split_part(label, ' ', 1) as hour, split_part(label, ' ', 2) as provider, split_part(label, ' ', 3) as sender,
      split_part(label, ' ', 4) as what, sum(value)::bigint as count
    from projects as p cross join lateral ${counterPartsWhere(range)} as parts
    where ${ofScope(sql`p.id`, projectId)}
      and ${isOneOf(sql`split_part(label, ' ', 2)`, provider)} and ${isOneOf(sql`split_part(label, ' ', 3)`, sender)}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

const ofScope = (column: RawBuilder<unknown>, projectId: ProjectId | undefined): RawBuilder<unknown> =>
  projectId === undefined ? sql`true` : sql`${column} = ${projectId}`

const isOneOf = (column: RawBuilder<unknown>, wanted: string | undefined): RawBuilder<unknown> =>
  wanted === undefined ? sql`true` : sql`${column} = ${wanted}`

export type TransportName = { id: TransportId; name: string }

export async function listTransportNames(
  db: Db | Trx,
  { projectId, ids }: ReputationScope & { ids: readonly string[] },
): Promise<TransportName[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TransportName>`
    select id, name from transports where id = any(${ids}::uuid[]) and ${ofScope(sql`project_id`, projectId)}`.execute(
    db,
  )
  return rows
}

export type ReplyRow = {
  provider: LimitedName
  effect: (typeof REPLY_EFFECTS)[number]
  reply: string
  emails: number
  since: Date
  lastAt: Date
}

type RepliesQuery = ReputationScope & {
  from: string
  to: string
  provider: string | undefined
  sender: string | undefined
  effect: string | undefined
  limit: number
}

/** A reply after a gap this long has begun anew. */
const NEW_AFTER = sql.raw("interval '7 days'")

/** Days are those of the project. A reply of the time before counts for when it began. */
export async function listReplies(
  db: Db | Trx,
  { projectId, from, to, provider, sender, effect, limit }: RepliesQuery,
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    with days as (
      select provider, what, reply, day, sum(emails) as emails, min(first_at) as first_at, max(last_at) as last_at
      from reputation_replies as r
      where ${ofScope(sql`r.project_id`, projectId)} and day <= ${to}::date
        and ${isOneOf(sql`provider`, provider)} and ${isOneOf(sql`sender`, sender)} and ${isOneOf(sql`what`, effect)}
      group by 1, 2, 3, 4
    ), begun as (
      select *, first_at - max(last_at) over (partition by provider, what, reply order by day
        rows between unbounded preceding and 1 preceding) > ${NEW_AFTER} as is_after_gap from days
    )
    select provider, what as effect, reply, sum(emails) filter (where day >= ${from}::date)::bigint as emails,
      max(first_at) filter (where coalesce(is_after_gap, true)) as since, max(last_at) as "lastAt"
    from begun group by 1, 2, 3 having max(day) >= ${from}::date
    order by emails desc, "lastAt" desc, provider, effect, reply limit ${limit}`.execute(db)
  return rows
}
