// Maintenance of the platform's own tables.
import { foldCounters } from '../db/counters.ts'
import { deleteOldIdempotencyKeys } from '../db/transactions/idempotency-keys.ts'
import { deleteIdleWindows } from '../db/rate-windows.ts'
import { ensureMonths } from '../db/months.ts'
import { endExpiredPauses } from '../moves/expired-pauses.ts'
import type { MonthlyTable } from '../db/months.ts'
import type { Deps } from '../deps.ts'
import { repairStalledWork } from '../work/work-audit.ts'
import type { WorkAudit } from '../work/work-audit.ts'
import { scheduledJob } from './define-job.ts'
import { handle } from './handler.ts'
import type { BoundHandler } from './handler.ts'

export const foldCountersJob = scheduledJob('platform.fold-counters', '* * * * *')
export const deleteIdempotencyKeysJob = scheduledJob('platform.forget-answers', '41 * * * *')
// Queued jobs of earlier versions have this name, which is older than the windows.
export const pruneRateWindowsJob = scheduledJob('platform.prune-rate-buckets', '*/5 * * * *')
// Hourly, although it is needed once a month: a missed run is made up for soon.
export const createMonthsJob = scheduledJob('platform.make-months', '17 * * * *', { maxAttempts: 10 })
export const endPausesJob = scheduledJob('platform.end-pauses', '* * * * *')
export const repairWorkJob = scheduledJob('platform.repair-work', '* * * * *')

type FeatureUpkeep = { monthlyTables: readonly MonthlyTable[]; workAudits: readonly WorkAudit[] }

/** `monthlyTables` and `workAudits` of all features. */
export function upkeepHandlers(deps: Deps, { monthlyTables, workAudits }: FeatureUpkeep): BoundHandler[] {
  const { database, clock } = deps
  return [
    handle(foldCountersJob, () => foldCounters(database.db)),
    handle(deleteIdempotencyKeysJob, () => deleteOldIdempotencyKeys(database.db, clock.now())),
    handle(pruneRateWindowsJob, () => deleteIdleWindows(database.db)),
    handle(endPausesJob, () => endExpiredPauses(database.pool)),
    handle(repairWorkJob, () => repairStalledWork(deps, workAudits)),
    handle(createMonthsJob, () => ensureMonths(database.pool, { tables: monthlyTables, now: clock.now() })),
  ]
}
