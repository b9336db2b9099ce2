// How a segment comes to be followed, without missing or inventing a change. What it looks at is watched first, and
// committed: from then on every change leaves a note. Then whoever was writing before that is waited for. Only then, in the
// transaction that saves the segment, its first members are taken as they are, together with what was noted meanwhile. So
// what was there before makes no event, and everything later does.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { Filters, ReadyFilter } from '../../filters/index.ts'
import {
  clearMembers,
  clearTimes,
  idArray,
  judgeContacts,
  listNotedContacts,
  replaceMembers,
} from './membership.queries.ts'
import { deleteWatches, insertWatches, listWatches, listWriters } from './membership-watches.queries.ts'
import type { WatchId } from './membership-watches.queries.ts'
import type { SegmentRef } from '../segments.queries.ts'

// A transaction that writes takes less than a second, the longest batch of an import a few. Somebody who waits for the
// answer would not wait much longer.
const LONGEST_WAIT_MS = 20_000
const LOOK_AGAIN_MS = 20

type Watching = {
  projectId: ProjectId
  filters: Filters
  ready: ReadyFilter
  now: Date
  longestWaitMs?: number
}

/** Begins to watch what a filter looks at; when this returns, no change can be missed any more. */
export async function beginWatch(
  db: Db,
  { projectId, filters, ready, now, longestWaitMs = LONGEST_WAIT_MS }: Watching,
): Promise<WatchId> {
  const { watches } = filters.watches(ready)
  const watchId = await inTransaction(db, (trx) => insertWatches(trx, { projectId, watches, now }))
  let writers = new Set(await listWriters(db))
  const giveUpAt = performance.now() + longestWaitMs
  while (writers.size > 0) {
    if (performance.now() > giveUpAt) {
      await inTransaction(db, (trx) => deleteWatches(trx, { projectId, watchIds: [watchId] }))
      throw stillWriting()
    }
    await sleep(LOOK_AGAIN_MS)
    writers = writers.intersection(new Set(await listWriters(db)))
  }
  return watchId
}

const stillWriting = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `Membership cannot be tracked now: something has been writing to the database for more than ${LONGEST_WAIT_MS / 1000} seconds.`,
    suggestion: 'Repeat the request after the time in Retry-After.',
  })

type Following = SegmentRef & { filters: Filters; ready: ReadyFilter; watchId: WatchId; now: Date }

// As many as are noted in a second or two. What is beyond is judged by a worker, which then records events.
const MOST_REPLAYED = 20_000

/**
 * Takes the first members. The caller has the lock of memberships and saves the watch with the segment.
 * @throws AppError if the watch does not include all that the filter looks at now
 */
export async function takeFirstMembers(trx: Trx, following: Following): Promise<void> {
  const { projectId, segmentId, filters, ready, watchId, now } = following
  const ref = { projectId, segmentId }
  const { watches, isTimed } = filters.watches(ready)
  const watched = await listWatches(trx, { projectId, watchId })
  if (watched.size === 0 || !watches.isSubsetOf(watched)) throw changedMeanwhile()
  const judgement = (contactIds?: ContactId[]) => {
    const context = { projectId, now, among: contactIds && idArray(contactIds) }
    const matching = filters.matches(ready, context)
    return { ...ref, matching, nextChange: filters.nextChange(ready, context), isTimed, now }
  }
  await replaceMembers(trx, judgement())
  const contactIds = await listNotedContacts(trx, { projectId, limit: MOST_REPLAYED })
  if (contactIds.length === 0) return
  await judgeContacts(trx, { ...judgement(contactIds), name: '', contactIds, isSilent: true })
}

export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', {
    message: 'The segment, or one that it refers to, was changed at the same moment.',
    suggestion: 'Repeat the request.',
  })

/** Forgets who the members of a dynamic segment were, and watches nothing for it any more. */
export async function endFollowing(
  trx: Trx,
  { projectId, segmentId, watchId }: SegmentRef & { watchId: WatchId | null },
): Promise<void> {
  if (!watchId) return
  await clearMembers(trx, { projectId, segmentId })
  await clearTimes(trx, { projectId, segmentId })
  await deleteWatches(trx, { projectId, watchIds: [watchId] })
}
