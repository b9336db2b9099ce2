// The hourly checks of each domain: planned by a job, run by the engine for work that waits, one node per domain.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { DomainId } from '../../platform/ids.ts'
import { holdingClaim } from '../../platform/work/due-rows.ts'
import type { Claim } from '../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../platform/work/work-kinds.ts'
import { findDomain } from '../domains/index.ts'
import type { DomainRef, DomainWithKeys } from '../domains/index.ts'
import type { CheckFinding } from './check-finding.ts'
import { HOUR_MS, KEPT_MS, MOST_CHANGES, PAUSE_MS, toChange, tooSoon } from './check-runs.ts'
import { DomainChecks, StoredResults } from './checks.schema.ts'
import { findChecks, listChanges, requestRun, saveChanges, saveResults } from './domain-checks.queries.ts'
import { runDomainChecks, RUN_LIMIT_MS } from './domain/run-domain-checks.service.ts'
import type { DomainCheckTools } from './domain/run-domain-checks.service.ts'
import { mergeResults } from './merge-results.ts'

const DOMAIN_CHECKS_TABLE = 'domain_checks'

// With the questions per domain this bounds what one node asks the resolver at a time. A domain whose servers are silent
// occupies one slot for half a minute.
const SLOTS = 4
const SLOTS_PER_PROJECT = 2
const LEASE_MS = 4 * RUN_LIMIT_MS

type WorkDeps = DomainCheckTools & Pick<Deps, 'database'>

export const domainCheckWork = (deps: WorkDeps): LeasedWork<DomainId> => ({
  type: 'leased',
  name: 'deliverability checks',
  table: DOMAIN_CHECKS_TABLE,
  batchSize: 1,
  slots: SLOTS,
  slotsPerProject: SLOTS_PER_PROJECT,
  leaseMs: LEASE_MS,
  async run(claims) {
    for (const claim of claims) await checkClaimed(deps, claim)
  },
})

async function checkClaimed(deps: WorkDeps, claim: Claim<DomainId>): Promise<void> {
  const { db } = deps.database
  const ref = { projectId: claim.projectId, domainId: claim.id }
  const row = await findDomain(db, ref)
  if (!row) return
  const findings = await runDomainChecks(deps, row)
  await holdingClaim(db, { table: DOMAIN_CHECKS_TABLE, claim }, (trx) =>
    record(trx, { ref, findings, now: deps.clock.now() }),
  )
}

async function record(
  trx: Trx,
  { ref, findings, now }: { ref: DomainRef; findings: CheckFinding[]; now: Date },
): Promise<void> {
  const before = StoredResults.parse((await findChecks(trx, ref))?.results ?? [])
  const { results, changes } = mergeResults({ before, findings, now })
  const dueAt = new Date(now.getTime() + HOUR_MS)
  await saveResults(trx, { ...ref, results, checkedAt: now, dueAt })
  await saveChanges(trx, { ...ref, changes, changedAt: now, keptSince: new Date(now.getTime() - KEPT_MS) })
}

/** @throws AppError if there is no such domain */
export async function readDomainChecks(db: Db | Trx, ref: DomainRef): Promise<z.infer<typeof DomainChecks>> {
  const domain = await requireDomain(db, ref)
  const row = await findChecks(db, ref)
  const changes = await listChanges(db, { ...ref, limit: MOST_CHANGES })
  return DomainChecks.parse({
    checks: row?.results ?? [],
    changes: changes.map(toChange),
    checkedAt: row?.checked_at?.toISOString() ?? null,
    // A domain that was just added has no row yet.
    nextCheckAt: domain.is_reserved ? null : (row?.due_at ?? domain.created_at).toISOString(),
  })
}

/** @throws AppError if there is no such domain, it cannot be checked, or it was asked for a moment ago */
export async function runChecksNow(
  db: Db | Trx,
  { now, ...ref }: DomainRef & { now: Date },
): Promise<z.infer<typeof DomainChecks>> {
  const domain = await requireDomain(db, ref)
  if (domain.is_reserved) {
    throw new AppError('INVALID_STATE', {
      message: 'Names for tests are not in DNS, so there is nothing to check.',
      suggestion: 'Add a domain of your own with POST /domains.',
    })
  }
  const isTaken = await requestRun(db, { ...ref, now, notSince: new Date(now.getTime() - PAUSE_MS) })
  if (!isTaken) throw tooSoon((await findChecks(db, ref))?.asked_at ?? now, now)
  return readDomainChecks(db, ref)
}

async function requireDomain(db: Db | Trx, ref: DomainRef): Promise<DomainWithKeys> {
  const row = await findDomain(db, ref)
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  return row
}
