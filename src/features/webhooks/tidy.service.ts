import type { Deps } from '../../platform/deps.ts'
import { lowestIdOf } from '../../platform/ids.ts'
import type { WebhookId } from '../../platform/ids.ts'
import { deleteLogged, listLogged } from './worker/turn.queries.ts'

// As long as people look into a log, and may ask for a replay.
const KEPT_MS = 30 * 86_400_000

// Some tens of milliseconds each, so that nothing waits for them.
const DELETED_AT_ONCE = 5_000

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Deletes what is older than is kept, and everything of endpoints that are gone. */
export async function tidyWebhooks(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const oldest = lowestIdOf(new Date(clock.now().getTime() - KEPT_MS))
  for (const { projectId, webhookId, isGone } of await listLogged(db)) {
    const old = {
      projectId,
      webhookId: webhookId as WebhookId,
      before: isGone ? ABOVE_ALL_IDS : oldest,
      limit: DELETED_AT_ONCE,
    }
    while (!signal.aborted && (await deleteLogged(db, old)) === DELETED_AT_ONCE);
  }
}
