// Claims that survive a bad row: the statement claims many emails at once, so a single email that the database rejects
// would block all others.
import { inTransaction } from '../../../platform/db/client.ts'
import { isRefused, refusalCode } from '../../../platform/db/failures/database-errors.ts'
import { splitOnFailure } from '../../../platform/db/batching/split-on-failure.ts'
import type { Deps } from '../../../platform/deps.ts'
import { claimEmails, claimWithoutRate, lockDue } from './claim.queries.ts'
import type { Claim, ClaimedEmail, ClaimOptions } from './claim.queries.ts'
import type { EmailRef } from './email-ref.ts'
import { releaseAllEmails, renewLeases } from './lease.queries.ts'
import { LEASE_SECONDS, leaseTime } from './leases.ts'
import type { Leases } from './leases.ts'
import { parkEmail } from './parked.queries.ts'

type Parts = Pick<Deps, 'database' | 'log' | 'clock'>

/** Claims due emails for a worker. Emails that the database rejects are parked. */
export async function claimOrPark(parts: Parts, options: ClaimOptions): Promise<Claim> {
  const { database, log } = parts
  try {
    // Only the usual claim is a prepared statement: without a rate, of any due email.
    const isOrdinary = options.ratePerSecond === 0 && options.only === undefined
    return isOrdinary
      ? await claimWithoutRate(database, options)
      : await inTransaction(database.db, (trx) => claimEmails(trx, options))
  } catch (error) {
    if (!isRefused(error)) throw error
    log.error({ err: error }, 'the database rejects a claim; looking for the email that causes it')
    return { emails: await claimInHalves(parts, options), limited: new Set() }
  }
}

/** Claims due emails in halves, until the rejected rows are alone. */
async function claimInHalves(parts: Parts, options: ClaimOptions): Promise<ClaimedEmail[]> {
  const { db } = parts.database
  const emails: ClaimedEmail[] = []
  const failed: { ref: EmailRef; error: unknown }[] = []
  const refs = await inTransaction(db, (trx) => lockDue(trx, options))
  const entries = refs.map((ref) => ({ ref, reject: (error: unknown) => void failed.push({ ref, error }) }))
  await splitOnFailure(entries, async (those) => {
    const only = those.map(({ ref }) => ref.emailId)
    const part = await inTransaction(db, (trx) => claimEmails(trx, { ...options, only }))
    emails.push(...part.emails)
  })
  for (const { ref, error } of failed) {
    if (isRefused(error)) await park(parts, ref, error)
  }
  return emails
}

async function park({ database, log, clock }: Parts, ref: EmailRef, error: unknown): Promise<void> {
  log.error({ err: error, ...ref }, 'an email is parked: its row cannot be changed')
  const reason = `It could not be claimed (${refusalCode(error)}). The log of the server has the details.`
  await parkEmail(database.db, { ...ref, reason, now: clock.now() })
}

type Renewal = { database: Deps['database']; owner: string; leases: Leases }

/** Renews the leases of all emails of this worker; a row that cannot be updated loses only its own lease. */
export async function renewAllLeases({ database, owner, leases }: Renewal): Promise<void> {
  const askedAt = leaseTime()
  const problems: unknown[] = []
  const entries = leases.refs().map((ref) => ({ ref, reject: (error: unknown) => void problems.push(error) }))
  await splitOnFailure(entries, async (those) => {
    const refs = those.map(({ ref }) => ref)
    if (refs.length === 0) return
    const handedOver = leases.handedOver()
    const kept = await renewLeases(database.db, { owner, leaseSeconds: LEASE_SECONDS, refs, handedOver })
    leases.renew(refs, { kept, askedAt })
  })
  if (problems.length > 0) throw problems[0]
}

/** For the only worker of a database, when it starts: emails of a dead worker need not wait until its leases expire. */
export async function releaseAbandonedEmails({
  database,
  log,
}: Pick<Deps, 'database' | 'log'>): Promise<void> {
  try {
    await releaseAllEmails(database.db)
  } catch (error) {
    if (!isRefused(error)) throw error
    log.error(
      { err: error },
      'emails of the last run cannot be released; they are sent when their leases expire',
    )
  }
}
