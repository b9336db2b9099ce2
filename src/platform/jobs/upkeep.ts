// Maintenance of the platform's own tables.
import { foldCounters } from '../db/counters.ts'
import { deleteOldIdempotencyKeys } from '../db/transactions/idempotency-keys.ts'
import { deleteIdleWindows } from '../db/rate-windows.ts'
import { ensureMonths } from '../db/months.ts'
import type { MonthlyTable } from '../db/months.ts'
import type { Deps } from '../deps.ts'
import { repairStalledWork } from '../work/work-audit.ts'
import type { WorkAudit } from '../work/work-audit.ts'
import { defineJob } from './define-job.ts'
import { handle } from './handler.ts'
import type { BoundHandler } from './handler.ts'
import { done } from './outcome.ts'
import { NoPayload } from './payload.schema.ts'

export const foldCountersJob = defineJob({
  name: 'platform.fold-counters',
  payload: NoPayload,
  maxAttempts: 3,
})
export const deleteIdempotencyKeysJob = defineJob({
  name: 'platform.forget-answers',
  payload: NoPayload,
  maxAttempts: 3,
})
export const pruneRateWindowsJob = defineJob({
  // Queued jobs of earlier versions have this name, which is older than the windows.
  name: 'platform.prune-rate-buckets',
  payload: NoPayload,
  maxAttempts: 3,
})

export const createMonthsJob = defineJob({
  name: 'platform.make-months',
  payload: NoPayload,
  maxAttempts: 10,
})

export const repairWorkJob = defineJob({
  name: 'platform.repair-work',
  payload: NoPayload,
  maxAttempts: 3,
})

type FeatureUpkeep = { monthlyTables: readonly MonthlyTable[]; workAudits: readonly WorkAudit[] }

/** `monthlyTables` and `workAudits` of all features. */
export function upkeepHandlers(deps: Deps, { monthlyTables, workAudits }: FeatureUpkeep): BoundHandler[] {
  const { database, clock } = deps
  return [
    handle(
      foldCountersJob,
      async () => {
        await foldCounters(database.db)
        return done
      },
      { cron: '* * * * *' },
    ),
    handle(
      deleteIdempotencyKeysJob,
      async () => {
        await deleteOldIdempotencyKeys(database.db, clock.now())
        return done
      },
      { cron: '41 * * * *' },
    ),
    handle(
      pruneRateWindowsJob,
      async () => {
        await deleteIdleWindows(database.db)
        return done
      },
      { cron: '*/5 * * * *' },
    ),
    handle(
      repairWorkJob,
      async () => {
        await repairStalledWork(deps, workAudits)
        return done
      },
      { cron: '* * * * *' },
    ),
    // Hourly, although it is needed once a month: a missed run is made up for soon.
    handle(
      createMonthsJob,
      async () => {
        await ensureMonths(database.pool, { tables: monthlyTables, now: clock.now() })
        return done
      },
      { cron: '17 * * * *' },
    ),
  ]
}
