// One look at DNS for a domain, by the job or by hand: read the domain, ask DNS without any lock, then record under
// the lock of the row. Whoever looked later has the last word, so that a slow look never hides a newer one.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { CLAIM_MS, DUE_SLACK_MS, nextCheckAt } from './check-schedule.ts'
import { hostsOf, recordsOf } from './dns-records/domain-records.ts'
import { afterLook } from './domain-state.ts'
import type { DomainState, DomainStatus, RecordsVerdict } from './domain-state.ts'
import { TAKEN } from './domain-view.ts'
import {
  claimDueDomains,
  deleteRetiredKeys,
  findDomain,
  isVerifiedElsewhere,
  lockDomain,
  lockDomainName,
  promoteNextKey,
  updateDomain,
} from './domains.queries.ts'
import type { DomainRef, DomainWithKeys } from './domains.queries.ts'
import type { RecordCheck } from './domains.schema.ts'
import { checkRecord } from './dns-records/record-checks.ts'

type Check = z.infer<typeof RecordCheck>
type Looking = Pick<Deps, 'dns' | 'clock' | 'config' | 'publicUrl' | 'log'>
type Look = { checks: Check[]; lookedAt: Date; isScheduled: boolean }

// How long the record of a replaced key should stay in DNS: senders try for up to five days (RFC 5321 4.5.4.1), and
// some readers verify when an email is opened.
const RETIRING_MS = 7 * 86_400_000

// A batch is small enough that a node which stops loses little, and large enough for one claim per second.
const BATCH = 50
// DNS is waiting, not work; more at a time would only crowd the resolver.
const AT_A_TIME = 10

/** Looks now and answers with the domain as it is then. */
export async function verifyDomain(
  db: Db | Trx,
  { deps, ...ref }: DomainRef & { deps: Looking },
): Promise<DomainWithKeys> {
  const row = await findDomain(db, ref)
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  if (row.is_reserved) return row
  const look = await lookAtDns(deps, row)
  const after = await inTransaction(db, (trx) => record(trx, { deps, ref, ...look, isScheduled: false }))
  if (!after) throw new AppError('DOMAIN_NOT_FOUND')
  if (!after.taken_since) return after
  throw new AppError('CONFLICT', { message: TAKEN, suggestion: 'Ask the operator of this server.' })
}

/** Looks at every domain that is due, one batch at a time, until none is or the node stops. */
export async function checkDueDomains(
  deps: Looking & Pick<Deps, 'database'>,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db } = deps.database
  for (;;) {
    const now = deps.clock.now()
    const batch = await inTransaction(db, (trx) =>
      claimDueDomains(trx, {
        dueAt: new Date(now.getTime() + DUE_SLACK_MS),
        until: new Date(now.getTime() + CLAIM_MS),
        limit: BATCH,
      }),
    )
    const queue = batch.values()
    const work = async () => {
      for (const ref of queue) if (!signal.aborted) await checkOne(deps, db, ref)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    if (batch.length < BATCH || signal.aborted) return
  }
}

/** A domain that cannot be judged must not hold up the others: it comes again when its claim ends. */
async function checkOne(deps: Looking, db: Db, ref: DomainRef): Promise<void> {
  try {
    const row = await findDomain(db, ref)
    if (!row) return
    const look = await lookAtDns(deps, row)
    await inTransaction(db, (trx) => record(trx, { deps, ref, ...look, isScheduled: true }))
  } catch (error) {
    deps.log.error({ err: error, domainId: ref.domainId }, 'checking a domain failed')
  }
}

async function lookAtDns(
  { dns, clock, config, publicUrl }: Looking,
  row: DomainWithKeys,
): Promise<Omit<Look, 'isScheduled'>> {
  const lookedAt = clock.now()
  const hosts = hostsOf(config, await publicUrl.find())
  const records = recordsOf({ domain: row.domain, keys: row.keys, hosts })
  const checks = await Promise.all(
    records.map(async (wanted) => ({
      purpose: wanted.purpose,
      name: wanted.name,
      value: wanted.value,
      ...(await checkRecord({ dns, domain: row.domain, hosts }, wanted)),
    })),
  )
  return { checks, lookedAt }
}

type Recording = Look & { deps: Looking; ref: DomainRef }

/** Undefined when the domain is gone. */
async function record(trx: Trx, { deps, ref, ...look }: Recording): Promise<DomainWithKeys | undefined> {
  const row = await lockDomain(trx, ref)
  if (!row) return undefined
  if (row.last_checked_at && row.last_checked_at > look.lookedAt) return row
  const now = deps.clock.now()
  const keys = await moveKeys(trx, { ref, row, checks: look.checks, now })
  const verdict = judge(look.checks, keys)
  const before = stateOf(row)
  const isTaken = verdict === 'ok' && row.status !== 'VERIFIED' && (await claimName(trx, row))
  const after = afterLook(before, { verdict, isTaken, isScheduled: look.isScheduled, now })
  // Somebody waits for DNS from now on: the key is pressed, or the domain has come or gone.
  const watchedSince = after.status !== before.status || !look.isScheduled ? now : row.watched_since
  const hasNextKey = keys.some(({ state }) => state === 'NEXT')
  await updateDomain(trx, {
    ...ref,
    set: {
      ...toColumns(after),
      checks: JSON.stringify(look.checks),
      last_checked_at: look.lookedAt,
      watched_since: watchedSince,
      next_check_at: nextCheckAt({ status: after.status, hasNextKey, watchedSince, now }),
    },
  })
  announce(deps, { ref, row, before, after })
  return findDomain(trx, ref)
}

type Moving = { ref: DomainRef; row: DomainWithKeys; checks: Check[]; now: Date }

/** A NEXT key that is in DNS takes over; one that has retired for long enough is forgotten. */
async function moveKeys(trx: Trx, { ref, row, checks, now }: Moving): Promise<DomainWithKeys['keys']> {
  const next = row.keys.find(({ state }) => state === 'NEXT')
  if (next && findingOf(checks, next.selector)?.status === 'ok') {
    await promoteNextKey(trx, { ...ref, retiresAt: new Date(now.getTime() + RETIRING_MS) })
  }
  await deleteRetiredKeys(trx, { ...ref, now })
  return (await findDomain(trx, ref))?.keys ?? []
}

const findingOf = (checks: readonly Check[], selector: string) =>
  checks.find(({ purpose, name }) => purpose === 'dkim' && name.startsWith(`${selector}.`))

/** By the two records that email depends on: the key that signs, and the return path. */
function judge(checks: readonly Check[], keys: DomainWithKeys['keys']): RecordsVerdict {
  const active = keys.find(({ state }) => state === 'ACTIVE')
  const statuses = [
    active && findingOf(checks, active.selector)?.status,
    checks.find(({ purpose }) => purpose === 'return-path')?.status,
  ]
  if (statuses.some((status) => status === 'missing' || status === 'mismatch')) return 'broken'
  return statuses.every((status) => status === 'ok') ? 'ok' : 'unknown'
}

/** True when another project has it. Whoever asks first and is told "no" has it from then on. */
async function claimName(trx: Trx, { project_id: projectId, domain }: DomainWithKeys): Promise<boolean> {
  await lockDomainName(trx, { domain })
  return isVerifiedElsewhere(trx, { projectId, domain })
}

const stateOf = (row: DomainWithKeys): DomainState => ({
  status: row.status as DomainStatus,
  failures: row.failures,
  warnedAt: row.warned_at,
  takenSince: row.taken_since,
  verifiedAt: row.verified_at,
})

const toColumns = (state: DomainState) => ({
  status: state.status,
  failures: state.failures,
  warned_at: state.warnedAt,
  taken_since: state.takenSince,
  verified_at: state.verifiedAt,
})

type Change = { ref: DomainRef; row: DomainWithKeys; before: DomainState; after: DomainState }

function announce({ log }: Looking, { ref, row, before, after }: Change): void {
  const about = { ...ref, domain: row.domain, status: after.status }
  if (after.status !== before.status) log.info(about, 'the status of a domain has changed')
  else if (after.warnedAt && !before.warnedAt) log.warn(about, 'the DNS records of a domain are wrong')
}
