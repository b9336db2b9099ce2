// How many confirmations leave, counted by rows of sent_confirmations.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

export type NewConfirmation = {
  projectId: ProjectId
  mailbox: Buffer
  /** Null for a server with a secret key: it can send any email anyway, and asks for many people from one network. */
  network: Buffer | null
  now: Date
}

type Limit = { most: number; ms: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const PER_MAILBOX: readonly Limit[] = [
  { most: 1, ms: 10 * MINUTE_MS },
  { most: 3, ms: 30 * DAY_MS },
]

// More than visitors of a shop or a fair behind one address sign up in an hour.
const PER_NETWORK: Limit = { most: 50, ms: HOUR_MS }

// Far more than people sign up for a newsletter by its page, and little for a reputation as a sender.
const PER_PROJECT: Limit = { most: 1_000, ms: HOUR_MS }

/** Rows that are older count for no limit. */
export const COUNTED_MS = 30 * DAY_MS

const isBelow = (matching: RawBuilder<unknown>, { most, ms }: Limit, now: Date): RawBuilder<unknown> => sql`(
  select count(*) from (
    select from sent_confirmations where ${matching} and sent_at > ${new Date(now.getTime() - ms)} limit ${most}
  ) as counted) < ${most}`

function isAllowed({ projectId, mailbox, network, now }: NewConfirmation): RawBuilder<unknown> {
  const ofMailbox = sql`project_id = ${projectId} and mailbox_hash = ${mailbox}`
  const limits = PER_MAILBOX.map((limit) => isBelow(ofMailbox, limit, now))
  if (network) {
    limits.push(
      isBelow(sql`network_hash = ${network}`, PER_NETWORK, now),
      isBelow(sql`project_id = ${projectId} and network_hash is not null`, PER_PROJECT, now),
    )
  }
  return sql.join(limits, sql` and `)
}

/** Whether a confirmation may leave, as of now. Another one may be faster. */
export async function maySend(db: Db | Trx, sending: NewConfirmation): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`select ${isAllowed(sending)} as allowed`.execute(db)
  return rows[0]?.allowed ?? false
}

/**
 * Counts a confirmation that leaves with this transaction, unless that would be too many. Until the transaction ends, others of
 * the project and of the network wait; those who would be refused anyway do not.
 */
export async function countSending(
  trx: Trx,
  { id, ...sending }: NewConfirmation & { id: string },
): Promise<boolean> {
  const { projectId, mailbox, network, now } = sending
  if (!(await maySend(trx, sending))) return false
  await sql`select pg_advisory_xact_lock(hashtextextended('confirmations ' || ${projectId}, 0))`.execute(trx)
  if (network) {
    const key = `confirmations of ${network.toString('hex')}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  }
  const { rows } = await sql`
    insert into sent_confirmations (project_id, id, mailbox_hash, network_hash, sent_at)
    select ${projectId}, ${id}, ${mailbox}, ${network}::bytea, ${now} where ${isAllowed(sending)}
    returning id`.execute(trx)
  return rows.length > 0
}

/** Housekeeping, for all projects. */
export async function deleteOldSentConfirmations(db: Db, before: Date): Promise<void> {
  await sql`delete from sent_confirmations where sent_at < ${before}`.execute(db)
}
