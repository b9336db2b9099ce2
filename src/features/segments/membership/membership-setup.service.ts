// Starts tracking a segment without missing or inventing a change. First its watch is committed: from then on every change leaves
// a note. Then it waits for transactions that wrote before that. Only then the transaction that saves the segment stores its first
// members and applies the notes so far. So the initial state causes no events, and every later change does.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { Filters, ReadyFilter } from '../../filters/index.ts'
import {
  deleteAllMembers,
  deleteTimes,
  idArray,
  listNotedContacts,
  replaceMembers,
  updateMembership,
} from './membership.queries.ts'
import { deleteWatches, insertWatches, listWatches, listWriters } from './membership-watches.queries.ts'
import type { WatchId } from './membership-watches.queries.ts'
import type { SegmentRef } from '../segments.queries.ts'

// A writing transaction takes less than a second, the longest batch of an import a few. Clients would not wait much longer.
const LONGEST_WAIT_MS = 20_000
const LOOK_AGAIN_MS = 20

type WatchInput = {
  projectId: ProjectId
  filters: Filters
  ready: ReadyFilter
  now: Date
  longestWaitMs?: number
}

/** Watches the fields of a filter; after this returns, no change is missed. */
export async function beginWatch(
  db: Db,
  { projectId, filters, ready, now, longestWaitMs = LONGEST_WAIT_MS }: WatchInput,
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
    message: `Membership cannot be tracked now: another transaction has been writing for more than ${LONGEST_WAIT_MS / 1000} seconds.`,
    suggestion: 'Repeat the request after the time in Retry-After.',
  })

type TrackingInput = SegmentRef & { filters: Filters; ready: ReadyFilter; watchId: WatchId; now: Date }

// As many notes as arrive in a second or two. A worker processes further ones, and records events for them.
const MOST_REPLAYED = 20_000

/**
 * Stores the first members. The caller holds the membership lock and saves the watch with the segment.
 * @throws AppError if the watch does not cover all fields of the current filter
 */
export async function insertFirstMembers(trx: Trx, input: TrackingInput): Promise<void> {
  const { projectId, segmentId, filters, ready, watchId, now } = input
  const ref = { projectId, segmentId }
  const { watches, isTimed } = filters.watches(ready)
  const watched = await listWatches(trx, { projectId, watchId })
  if (watched.size === 0 || !watches.isSubsetOf(watched)) throw concurrentChange()
  const evaluation = (contactIds?: ContactId[]) => {
    const context = { projectId, now, among: contactIds && idArray(contactIds) }
    const matching = filters.matches(ready, context)
    return { ...ref, matching, nextChange: filters.nextChange(ready, context), isTimed, now }
  }
  await replaceMembers(trx, evaluation())
  const contactIds = await listNotedContacts(trx, { projectId, limit: MOST_REPLAYED })
  if (contactIds.length === 0) return
  await updateMembership(trx, { ...evaluation(contactIds), name: '', contactIds, isSilent: true })
}

export const concurrentChange = (): AppError =>
  new AppError('CONFLICT', {
    message: 'The segment, or one that it refers to, was changed at the same moment.',
    suggestion: 'Repeat the request.',
  })

/** Deletes the stored members of a dynamic segment and its watch. */
export async function stopTracking(
  trx: Trx,
  { projectId, segmentId, watchId }: SegmentRef & { watchId: WatchId | null },
): Promise<void> {
  if (!watchId) return
  await deleteAllMembers(trx, { projectId, segmentId })
  await deleteTimes(trx, { projectId, segmentId })
  await deleteWatches(trx, { projectId, watchIds: [watchId] })
}
