// The hourly checks of this installation. The jobs of all nodes look every minute whether a run is due, and one claims it.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { HOUR_MS, KEPT_MS, MOST_CHANGES, PAUSE_MS, toChange, tooSoon } from './check-runs.ts'
import { MachineChecks, StoredResults } from './checks.schema.ts'
import { checkMachineJob } from './checks.jobs.ts'
import {
  claimRun,
  findMachineChecks,
  listMachineChanges,
  lockMachineChecks,
  requestMachineRun,
  saveMachineChanges,
  saveMachineResults,
} from './machine-checks.queries.ts'
import { runMachineChecks } from './machine/run-machine-checks.service.ts'
import type { MachineCheckDeps } from './machine/run-machine-checks.service.ts'
import { mergeResults } from './merge-results.ts'

// Far longer than a run: some hundred questions, eight at a time.
const LEASE_MS = 5 * 60_000

/** Runs the checks if they are due. */
export async function checkMachine(deps: MachineCheckDeps): Promise<void> {
  const { db } = deps.database
  if (!(await claimRun(db, { now: deps.clock.now(), until: later(deps.clock, LEASE_MS) }))) return
  const findings = await runMachineChecks(deps)
  const now = deps.clock.now()
  await inTransaction(db, async (trx) => {
    const before = StoredResults.parse((await lockMachineChecks(trx)).results)
    const { results, changes } = mergeResults({ before, findings, now })
    await saveMachineResults(trx, { results, checkedAt: now, dueAt: new Date(now.getTime() + HOUR_MS) })
    await saveMachineChanges(trx, { changes, changedAt: now, keptSince: new Date(now.getTime() - KEPT_MS) })
  })
}

const later = (clock: Clock, ms: number) => new Date(clock.now().getTime() + ms)

export async function readMachineChecks(db: Db | Trx): Promise<z.infer<typeof MachineChecks>> {
  const row = await findMachineChecks(db)
  const changes = await listMachineChanges(db, { limit: MOST_CHANGES })
  return MachineChecks.parse({
    checks: row.results,
    changes: changes.map(toChange),
    checkedAt: row.checked_at?.toISOString() ?? null,
    nextCheckAt: row.due_at.toISOString(),
  })
}

/** @throws AppError if they were asked for a moment ago */
export async function runMachineChecksNow(
  db: Db | Trx,
  { now }: { now: Date },
): Promise<z.infer<typeof MachineChecks>> {
  return inTransaction(db, async (trx) => {
    const isTaken = await requestMachineRun(trx, { now, notSince: new Date(now.getTime() - PAUSE_MS) })
    if (!isTaken) throw tooSoon((await findMachineChecks(trx)).asked_at ?? now, now)
    await enqueue(trx, checkMachineJob, { payload: {}, key: 'check the machine now' })
    return readMachineChecks(trx)
  })
}
