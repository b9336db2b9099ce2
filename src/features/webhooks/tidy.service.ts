import type { Deps } from '../../platform/deps.ts'
import { lowestIdOf } from '../../platform/ids.ts'
import { deleteLog, listEndpointsWithLog } from './worker/turn.queries.ts'

// Long enough for investigating failures and asking for a replay.
const RETENTION_MS = 30 * 86_400_000

// Takes some tens of milliseconds, so nothing waits for it.
const DELETE_BATCH = 5_000

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Deletes expired deliveries, and all those of deleted endpoints. */
export async function tidyWebhooks(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const oldest = lowestIdOf(new Date(clock.now().getTime() - RETENTION_MS))
  for (const { projectId, webhookId, isDeleted } of await listEndpointsWithLog(db)) {
    const old = {
      projectId,
      webhookId,
      before: isDeleted ? ABOVE_ALL_IDS : oldest,
      limit: DELETE_BATCH,
    }
    while (!signal.aborted && (await deleteLog(db, old)) === DELETE_BATCH);
  }
}
