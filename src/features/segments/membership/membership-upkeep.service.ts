// Maintenance of membership tracking.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lowestIdOf } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { lockMembership } from './membership.queries.ts'
import { beginWatch, concurrentChange } from './membership-setup.service.ts'
import {
  deleteOrphanedWatches,
  deleteWatches,
  listHistoryWatchers,
  listWatches,
} from './membership-watches.queries.ts'
import type { WatchId } from './membership-watches.queries.ts'
import { unlessBroken } from '../broken-filter.ts'
import { enqueueRecheck } from '../recheck.service.ts'
import { findSegment, lockSegment, updateSegment } from '../segments.queries.ts'
import type { SegmentRef } from '../segments.queries.ts'

type Tools = Pick<Deps, 'clock'> & { db: Db; filters: Filters }

/**
 * Renews the watch of a segment, because a segment that it refers to may have a new filter. False if there is nothing to track:
 * it was deleted, is no longer tracked, or refers to a deleted segment.
 */
export async function renewWatch({ db, clock, filters }: Tools, ref: SegmentRef): Promise<boolean> {
  const { projectId } = ref
  const before = await findSegment(db, ref)
  if (!before?.watch_id || !before.filters) return false
  const ready = await filters.prepare(db, before.filters, { projectId, field: 'filters' }).catch(unlessBroken)
  if (!ready) return false
  const now = clock.now()
  const watchId = await beginWatch(db, { projectId, filters, ready, now })
  const { watches } = filters.watches(ready)
  await inTransaction(db, async (trx) => {
    await lockMembership(trx, { projectId })
    const segment = await lockSegment(trx, ref)
    const watched = await listWatches(trx, { projectId, watchId })
    if (segment?.watch_id !== before.watch_id || !watches.isSubsetOf(watched)) throw concurrentChange()
    await updateSegment(trx, { ...ref, isTracked: true, watchId, now: before.updated_at })
    await deleteWatches(trx, { projectId, watchIds: [before.watch_id as WatchId] })
  })
  return true
}

// Longer than any request that is creating one.
const ORPHAN_AGE_MS = 3_600_000

/** Deletes unused watches, and rechecks segments that depend on events or emails, which may have been deleted. */
export async function maintainWatches({ db, clock }: Tools): Promise<void> {
  const before = lowestIdOf(new Date(clock.now().getTime() - ORPHAN_AGE_MS))
  for (const projectId of await deleteOrphanedWatches(db, { before })) {
    await inTransaction(db, (trx) => deleteWatches(trx, { projectId, watchIds: [] }))
  }
  for (const ref of await listHistoryWatchers(db)) await enqueueRecheck(db, ref)
}
