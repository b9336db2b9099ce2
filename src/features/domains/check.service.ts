// One check of a domain, on schedule or by hand: read the domain, query DNS without a lock, then record under the lock of the
// row. The check that started last wins, so that a slow check never hides a newer one.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { DomainId } from '../../platform/ids.ts'
import { holdingClaim } from '../../platform/work/due-rows.ts'
import type { Claim } from '../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../platform/work/work-kinds.ts'
import { nextCheckAt } from './check-schedule.ts'
import { dkimId } from './dns-records/dkim-record.ts'
import { hostsOf, recordsOf } from './dns-records/domain-records.ts'
import type { PublicKey } from './dns-records/domain-records.ts'
import { keyZoneOf } from './dns-records/selectors.ts'
import { afterCheck } from './domain-state.ts'
import type { DomainState, DomainStatus, RecordsVerdict } from './domain-state.ts'
import { TAKEN } from './domain-view.ts'
import {
  deleteRetiredKeys,
  findDomain,
  isVerifiedElsewhere,
  lockDomain,
  lockDomainName,
  promoteNextKey,
  updateDomain,
} from './domains.queries.ts'
import type { DomainRef, DomainWithKeys } from './domains.queries.ts'
import { readChecks, toStoredChecks } from './stored-checks.ts'
import type { Check } from './stored-checks.ts'
import { checkRecord } from './dns-records/record-checks.ts'

type CheckDeps = Pick<Deps, 'dns' | 'clock' | 'config' | 'publicUrl' | 'log'>
type DomainCheck = { checks: Check[]; startedAt: Date; isScheduled: boolean }

// The record of a replaced key stays in DNS for this long: senders retry for up to five days (RFC 5321 4.5.4.1), and some
// clients verify when an email is opened.
const RETIRING_MS = 7 * 86_400_000

const DOMAINS = 'domains'

// More would only overload the resolver.
const SLOTS = 10
const SLOTS_PER_PROJECT = 5

// The slowest check ends after 8 s.
const LEASE_MS = 60_000

/** Checks DNS now and returns the domain as it is afterwards. */
export async function verifyDomain(
  db: Db | Trx,
  { deps, ...ref }: DomainRef & { deps: CheckDeps },
): Promise<DomainWithKeys> {
  const row = await findDomain(db, ref)
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  if (row.is_reserved) return row
  const result = await checkDns(deps, row)
  const after = await inTransaction(db, (trx) => record(trx, { deps, ref, ...result, isScheduled: false }))
  if (!after) throw new AppError('DOMAIN_NOT_FOUND')
  if (!after.taken_since) return after
  throw new AppError('CONFLICT', { message: TAKEN, suggestion: 'Ask the operator of this server.' })
}

/** Scheduled checks, see platform/work. */
export const domainWork = (deps: CheckDeps & Pick<Deps, 'database'>): LeasedWork<DomainId> => ({
  type: 'leased',
  name: 'domain checks',
  table: DOMAINS,
  batchSize: 1,
  slots: SLOTS,
  slotsPerProject: SLOTS_PER_PROJECT,
  leaseMs: LEASE_MS,
  async run(claims) {
    for (const claim of claims) await checkClaimed(deps, claim)
  },
})

async function checkClaimed(deps: CheckDeps & Pick<Deps, 'database'>, claim: Claim<DomainId>): Promise<void> {
  const { db } = deps.database
  const ref = { projectId: claim.projectId, domainId: claim.id }
  const row = await findDomain(db, ref)
  if (!row) return
  const result = await checkDns(deps, row)
  await holdingClaim(db, { table: DOMAINS, claim }, (trx) =>
    record(trx, { deps, ref, ...result, isScheduled: true }),
  )
}

async function checkDns(
  { dns, clock, config, publicUrl }: CheckDeps,
  row: DomainWithKeys,
): Promise<Omit<DomainCheck, 'isScheduled'>> {
  const startedAt = clock.now()
  const hosts = hostsOf(config, {
    publicUrl: await publicUrl.find(),
    transports: row.transport_settings,
  })
  const records = recordsOf({ domain: row.domain, keys: row.keys, hosts, zone: keyZoneOf(row) })
  const checks = await Promise.all(
    records.map(async (record) => ({
      purpose: record.purpose,
      name: record.name,
      value: record.value,
      required: record.required,
      ...(record.key && { key: dkimId(record.key.publicKey) }),
      ...(await checkRecord({ dns, domain: row.domain, hosts }, record)),
    })),
  )
  return { checks, startedAt }
}

type RecordInput = DomainCheck & { deps: CheckDeps; ref: DomainRef }

/** Returns undefined if the domain was deleted. */
async function record(trx: Trx, { deps, ref, ...check }: RecordInput): Promise<DomainWithKeys | undefined> {
  const row = await lockDomain(trx, ref)
  if (!row) return undefined
  if (row.last_checked_at && row.last_checked_at > check.startedAt) return row
  const now = deps.clock.now()
  const checks = withoutLateDemands(row, check.checks)
  const keys = await advanceKeys(trx, { ref, row, checks, now })
  const verdict = verdictOf(checks, keys)
  const before = stateOf(row)
  const isTaken = verdict === 'ok' && row.status !== 'VERIFIED' && (await isTakenByOther(trx, row))
  const after = afterCheck(before, { verdict, isTaken, isScheduled: check.isScheduled, now })
  // A manual check or a new status restarts the schedule of frequent checks.
  const watchedSince = after.status !== before.status || !check.isScheduled ? now : row.watched_since
  const hasNextKey = keys.some(({ state }) => state === 'NEXT')
  await updateDomain(trx, {
    ...ref,
    set: {
      ...toColumns(after),
      checks: toStoredChecks(checks),
      last_checked_at: check.startedAt,
      watched_since: watchedSince,
      attempts: 0,
      due_at: nextCheckAt({ status: after.status, hasNextKey, watchedSince, now }),
    },
  })
  logChange(deps, { ref, row, before, after })
  return findDomain(trx, ref)
}

/** Activates a NEXT key that is in DNS, and deletes keys at the end of their retirement. */
async function advanceKeys(
  trx: Trx,
  { ref, row, checks, now }: { ref: DomainRef; row: DomainWithKeys; checks: Check[]; now: Date },
): Promise<DomainWithKeys['keys']> {
  const next = row.keys.find(({ state }) => state === 'NEXT')
  if (next && dkimCheckOf(checks, next)?.status === 'ok') {
    await promoteNextKey(trx, { ...ref, retiresAt: new Date(now.getTime() + RETIRING_MS) })
  }
  await deleteRetiredKeys(trx, { ...ref, now })
  return (await findDomain(trx, ref))?.keys ?? []
}

/** None if another key was at the selector when the check began. */
const dkimCheckOf = (checks: readonly Check[], { selector, publicKey }: PublicKey) =>
  checks.find(
    ({ purpose, name, key }) =>
      purpose === 'dkim' && name.startsWith(`${selector}.`) && key === dkimId(publicKey),
  )

/**
 * A domain that was verified without a return path, behind a provider with its own, stays verified when other transports
 * begin to need one. Once its record has been found, it counts.
 */
function withoutLateDemands({ status, checks: stored }: DomainWithKeys, checks: Check[]): Check[] {
  const before = readChecks(stored).find(({ purpose }) => purpose === 'return-path')
  if (status !== 'VERIFIED' || before?.required !== false || before.status === 'ok') return checks
  return checks.map((check) =>
    check.purpose === 'return-path' && check.status !== 'ok' ? { ...check, required: false } : check,
  )
}

/** Depends on the required records: the key that signs, and the return path where it is used. */
function verdictOf(checks: readonly Check[], keys: DomainWithKeys['keys']): RecordsVerdict {
  const active = keys.find(({ state }) => state === 'ACTIVE')
  const returnPath = checks.find(({ purpose }) => purpose === 'return-path')
  const statuses = [
    active && dkimCheckOf(checks, active)?.status,
    ...(returnPath?.required === false ? [] : [returnPath?.status]),
  ]
  if (statuses.some((status) => status === 'missing' || status === 'mismatch')) return 'broken'
  return statuses.every((status) => status === 'ok') ? 'ok' : 'unknown'
}

/** Takes the lock of the name first, so that only one of several projects finds it free. */
async function isTakenByOther(trx: Trx, { project_id: projectId, domain }: DomainWithKeys): Promise<boolean> {
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

type StateChange = { ref: DomainRef; row: DomainWithKeys; before: DomainState; after: DomainState }

function logChange({ log }: CheckDeps, { ref, row, before, after }: StateChange): void {
  const about = { ...ref, domain: row.domain, status: after.status }
  if (after.status !== before.status) log.info(about, 'the status of a domain has changed')
  else if (after.warnedAt && !before.warnedAt) log.warn(about, 'the DNS records of a domain are wrong')
}
