import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { dayAfter, dayRangeOf, daysOf } from '../../../platform/time/days.ts'
import { localDay, localDayOfHour } from '../../../platform/time/local-day.ts'
import { findProject } from '../../projects/index.ts'
import { INSTANCE_SENDER } from '../tally/standing.ts'
import { countsOf } from './reputation-counts.ts'
import { listReplies, listStandings, listTransportNames } from './reputation.queries.ts'
import type { ReputationScope, StandingRow } from './reputation.queries.ts'
import type {
  ReplyQuery,
  Reputation,
  ReputationQuery,
  ReputationReplies,
  ReputationSender,
} from './reputation.schema.ts'

type ReputationRecord = z.infer<typeof Reputation>
type ScopedQuery<Query extends z.ZodType> = ReputationScope & { query: z.infer<Query>; now: Date }

/** The operator has no project, and so no time zone. */
export async function timezoneOf(db: Db | Trx, { projectId }: ReputationScope): Promise<string> {
  const project = projectId === undefined ? undefined : await findProject(db, { projectId })
  return project?.timezone ?? 'UTC'
}

export async function readReputation(
  db: Db | Trx,
  { projectId, query, now }: ScopedQuery<typeof ReputationQuery>,
): Promise<ReputationRecord> {
  const { timezone, range, rows } = await readRows(db, { projectId, query, now })
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const byProvider = Map.groupBy(rows, ({ provider }) => provider)
  const bySender = Map.groupBy(rows, ({ sender }) => sender)
  const senders = await describeSenders(db, { projectId, senders: [...bySender.keys()] })
  return {
    timezone,
    ...range,
    totals: countsOf(rows),
    days: daysOf(range).map((date) => ({ date, ...countsOf(byDay.get(date) ?? []) })),
    providers: mostFirst([...byProvider].map(([provider, some]) => ({ provider, ...countsOf(some) }))),
    senders: mostFirst(senders.map((sender) => ({ ...sender, ...countsOf(bySender.get(sender.id) ?? []) }))),
  }
}

type DatedRow = StandingRow & { day: string }

async function readRows(db: Db | Trx, { projectId, query, now }: ScopedQuery<typeof ReputationQuery>) {
  const timezone = await timezoneOf(db, { projectId })
  const range = dayRangeOf(query, localDay(now, timezone))
  // An hour of a local day may lie in the day of UTC before or after it.
  const found = await listStandings(db, {
    projectId,
    from: dayAfter(range.from, -1),
    before: dayAfter(range.to, 2),
    provider: query.provider,
    sender: query.sender,
  })
  const days = new Map(
    [...new Set(found.map(({ hour }) => hour))].map((hour) => [hour, localDayOfHour(hour, timezone)]),
  )
  const rows = found
    .map((row): DatedRow => ({ ...row, day: days.get(row.hour) ?? row.hour }))
    .filter(({ day }) => day >= range.from && day <= range.to)
  return { timezone, range, rows }
}

type CountedRow = { emails: number; deferred: number }

const mostFirst = <Row extends CountedRow>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => b.emails - a.emails || b.deferred - a.deferred)

export type ReputationSenderView = z.infer<typeof ReputationSender>

/** A sender is the id of a transport or 'instance', and after a colon an address of this machine. */
async function describeSenders(
  db: Db | Trx,
  { projectId, senders }: ReputationScope & { senders: readonly string[] },
): Promise<ReputationSenderView[]> {
  const parsed = senders.map((id) => {
    const [transport = '', ...address] = id.split(':')
    return { id, transport, address: address.join(':') || null }
  })
  const ids = parsed.map(({ transport }) => transport).filter((id) => id !== INSTANCE_SENDER)
  const names = new Map<string, string>(
    (await listTransportNames(db, { projectId, ids })).map(({ id, name }) => [id, name]),
  )
  return parsed.map(({ id, transport, address }) => ({
    id,
    transport: transport === INSTANCE_SENDER ? null : { id: transport, name: names.get(transport) ?? null },
    address,
  }))
}

export type ReputationLine = { day: string; provider: string; sender: string } & ReturnType<typeof countsOf>

/** A line per day, provider and sending address with any email, oldest first. */
export async function listReputationLines(
  db: Db | Trx,
  scoped: ScopedQuery<typeof ReputationQuery>,
): Promise<ReputationLine[]> {
  const { rows } = await readRows(db, scoped)
  const groups = Map.groupBy(rows, ({ day, provider, sender }) => `${day} ${provider} ${sender}`)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, some]) => {
      const [day = '', provider = '', sender = ''] = key.split(' ')
      return { day, provider, sender, ...countsOf(some) }
    })
}

// More than anybody reads.
const MOST_REPLIES = 100

export async function readReplies(
  db: Db | Trx,
  { projectId, query, now }: ScopedQuery<typeof ReplyQuery>,
): Promise<z.infer<typeof ReputationReplies>> {
  const { provider, sender, effect } = query
  const range = dayRangeOf(query, localDay(now, await timezoneOf(db, { projectId })))
  const rows = await listReplies(db, { projectId, ...range, provider, sender, effect, limit: MOST_REPLIES })
  return {
    ...range,
    replies: rows.map(({ reply, since, lastAt, ...row }) => ({
      ...row,
      reply: reply === '' ? null : reply,
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  }
}
