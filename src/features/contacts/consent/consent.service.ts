import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { eraseLedgers } from './consent.queries.ts'

const DAY_MS = 86_400_000

// Their rows are locked until the commit, but nothing else needs them.
const BATCH_CONTACTS = 1000

/** Erases the ledgers of contacts that were deleted CONSENT_RETENTION_DAYS ago. */
export async function eraseOldLedgers(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const deletedBefore = new Date(clock.now().getTime() - config.CONSENT_RETENTION_DAYS * DAY_MS)
  for (;;) {
    const erased = await inTransaction(database.db, (trx) =>
      eraseLedgers(trx, { deletedBefore, limit: BATCH_CONTACTS }),
    )
    if (erased < BATCH_CONTACTS) return done
    if (signal.aborted) return snooze(0)
  }
}
