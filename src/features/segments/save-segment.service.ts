// Creating, changing and deleting segments.
import type { z } from 'zod'
import type { CallerSource } from '../../platform/consent-source.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import { hasReferences, orderedPaths } from '../filters/index.ts'
import type { ReadyFilter } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { replaceRanges } from './indexes/indexes.queries.ts'
import { addAddresses } from './members.service.ts'
import { lockMembership } from './membership/membership.queries.ts'
import {
  beginWatch,
  concurrentChange,
  stopTracking,
  insertFirstMembers,
} from './membership/membership-setup.service.ts'
import { deleteTimes } from './membership/membership.queries.ts'
import { deleteWatches, insertWatches } from './membership/membership-watches.queries.ts'
import type { WatchId } from './membership/membership-watches.queries.ts'
import { dependentsOf } from './segment-dependents.ts'
import { listReferringSegments, lockReferences } from './segment-references.queries.ts'
import { requireUnused } from '../uses/index.ts'
import { enqueueRecheck } from './recheck.service.ts'
import {
  countSegments,
  countTracked,
  deleteSegment,
  insertSegment,
  lockSegment,
  lockSegments,
  updateSegment,
} from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'
import { countSaved } from './counts/count.service.ts'
import { clearCount, deleteCount } from './counts/counts.queries.ts'
import { requireSegment } from './segments.service.ts'
import type { Tools } from './segments.service.ts'
import type { SegmentCreate, SegmentPatch } from './segments.schema.ts'

// More than people can oversee; each takes room in lists and menus. Concurrent requests may exceed it
// by a few.
const MOST_SEGMENTS = 1000

// A new contact is evaluated by each of them.
const MOST_TRACKED = 200

// The first members of a large segment are written within the request, and clients time out after about half a minute.
const FIRST_MEMBERS_LIMIT_MS = 25_000

/**
 * `isPartOfMore`: the transaction of the caller saves other records, too. A worker counts the members, so that nothing waits for it,
 * and a watch begins with the commit.
 */
type SaveTools = Tools & { isPartOfMore?: boolean }

type NewSegment = SaveTools & {
  projectId: ProjectId
  fields: z.output<typeof SegmentCreate>
  source: CallerSource
}

export async function createSegment(
  late: LateDb,
  { projectId, fields, source, now, ...tools }: NewSegment,
): Promise<SegmentRow> {
  const ref = { projectId, segmentId: newId<SegmentId>(now) }
  const { name, description = null, filters: tree = null, emails } = fields
  const isTracked = fields.trackMembership ?? false
  await requireRoom(late.db, { projectId, isTracked })
  const watched = isTracked ? tree : null
  return withWatch(late, { ...ref, ...tools, tree: watched, now }, async (db, watchId) => {
    const row = await inTransaction(db, async (trx) => {
      if (watchId) await lockMembership(trx, ref)
      await lockReferencesOf(trx, { projectId, tree })
      const ready = tree && (await prepareToSave(trx, { ...ref, ...tools, tree }))
      await insertSegment(trx, { ...ref, name, description, filters: tree, isTracked, watchId, now })
      if (tree) await replaceRanges(trx, { ...ref, ranges: orderedPaths(tree) })
      if (emails) await addAddresses(trx, { ...ref, body: { emails }, source, now })
      if (ready && watchId) await startTracking(trx, { ...ref, ...tools, ready, watchId, now })
      return requireSegment(trx, ref)
    })
    return countSaved(db, { projectId, row, ...tools, now, isCountedLater: tools.isPartOfMore ?? false })
  })
}

async function requireRoom(
  db: Db,
  { projectId, isTracked }: { projectId: ProjectId; isTracked: boolean },
): Promise<void> {
  if ((await countSegments(db, { projectId })) >= MOST_SEGMENTS) {
    throw invalidFields({
      field: 'name',
      message: `a project may have at most ${MOST_SEGMENTS.toLocaleString('en')} segments: delete those that are no longer used`,
      code: 'too_big',
    })
  }
  if (isTracked) await requireRoomToTrack(db, { projectId })
}

async function requireRoomToTrack(db: Db, { projectId }: { projectId: ProjectId }): Promise<void> {
  if ((await countTracked(db, { projectId })) < MOST_TRACKED) return
  throw invalidFields({
    field: 'trackMembership',
    message: `a project may track at most ${MOST_TRACKED} segments: set it to false where nobody needs the events`,
    code: 'too_big',
  })
}

type WatchedSave = SegmentRef & SaveTools & { tree: FilterTree | null }
type SaveWatched = (db: Db | Trx, watchId: WatchId | null) => Promise<SegmentRow>

/**
 * Changes of contacts that are committed after this transaction has read them, and before its watch is visible, leave no note.
 * The recheck renews the watch and evaluates everybody, so it finds them.
 */
async function saveWithWatch(
  db: Db | Trx,
  { watches, now, ...ref }: SegmentRef & { watches: ReadonlySet<string>; now: Date },
  save: SaveWatched,
): Promise<SegmentRow> {
  return inTransaction(db, async (trx) => {
    const { projectId } = ref
    const row = await save(trx, await insertWatches(trx, { projectId, watches, now }))
    await enqueueRecheck(trx, ref)
    return row
  })
}

/** Starts watching the fields of a filter before the segment is saved; removes the watch if saving fails. */
async function withWatch(
  late: LateDb,
  { projectId, segmentId, tree, filters, now, isPartOfMore }: WatchedSave,
  save: SaveWatched,
): Promise<SegmentRow> {
  if (!tree) return save(await late.begin(), null)
  const ready = await filters.prepare(late.db, tree, { projectId, field: 'filters', savedIn: segmentId })
  if (isPartOfMore) {
    const { watches } = filters.watches(ready)
    return saveWithWatch(await late.begin(), { projectId, segmentId, watches, now }, save)
  }
  const watchId = await beginWatch(late.db, { projectId, filters, ready, now })
  try {
    return await save(await late.begin(), watchId)
  } catch (error) {
    // The open transaction of the request would block the deletion.
    await late.rollback()
    await inTransaction(late.db, (trx) => deleteWatches(trx, { projectId, watchIds: [watchId] }))
    throw error
  }
}

/** @throws AppError if the filter refers to an unknown segment, or back to its own */
async function prepareToSave(
  trx: Trx,
  { projectId, segmentId, tree, filters }: SegmentRef & Pick<Tools, 'filters'> & { tree: FilterTree },
): Promise<ReadyFilter> {
  return filters.prepare(trx, tree, { projectId, field: 'filters', savedIn: segmentId })
}

/** For a caller that saves several segments in one transaction, before it saves the first. */
export async function lockSegmentsForSave(
  trx: Trx,
  { projectId, segmentIds }: { projectId: ProjectId; segmentIds: readonly SegmentId[] },
): Promise<void> {
  await lockMembership(trx, { projectId })
  await lockReferences(trx, { projectId })
  await lockSegments(trx, { projectId, segmentIds })
}

/** Called before any segment is locked, in the lock order of deletions. */
async function lockReferencesOf(
  trx: Trx,
  { projectId, tree }: { projectId: ProjectId; tree: FilterTree | null },
): Promise<void> {
  if (tree && hasReferences(tree)) await lockReferences(trx, { projectId })
}

type TrackingInput = SegmentRef & Tools & { ready: ReadyFilter; watchId: WatchId }

async function startTracking(trx: Trx, { signal, ...input }: TrackingInput): Promise<void> {
  const { projectId, filters } = input
  const run = (within: Trx) => insertFirstMembers(within, input)
  await filters.run(trx, { projectId, run, limitMs: FIRST_MEMBERS_LIMIT_MS, ...(signal && { signal }) })
}

type SegmentChange = SaveTools & SegmentRef & { patch: z.output<typeof SegmentPatch> }

export async function changeSegment(
  late: LateDb,
  { projectId, segmentId, now, patch, ...tools }: SegmentChange,
): Promise<SegmentRow> {
  const ref = { projectId, segmentId }
  const before = await requireSegment(late.db, ref)
  if (patch.filters && before.type === 'STATIC') throw staticSegment()
  if (patch.filters === null && before.type === 'DYNAMIC') throw filtersNeeded()
  // Clients may send a whole record back; the filters of a static segment are null in it.
  const changes = { ...patch, filters: patch.filters ?? undefined }
  const isTracked = changes.trackMembership ?? before.is_tracked
  if (isTracked && !before.is_tracked) await requireRoomToTrack(late.db, { projectId })
  // A new filter restarts tracking: its first members cause no events.
  const isRestarted = isTracked && (changes.filters !== undefined || !before.is_tracked)
  const tree = changes.filters ?? before.filters
  return withWatch(late, { ...ref, ...tools, tree: isRestarted ? tree : null, now }, async (db, watchId) => {
    const row = await inTransaction(db, async (trx) => {
      if (watchId ?? before.watch_id) await lockMembership(trx, ref)
      if (changes.filters || watchId) await lockReferencesOf(trx, { projectId, tree })
      await lockUnchanged(trx, { before, isSameFilter: isRestarted && changes.filters === undefined })
      if (!isTracked) await requireUnused(trx, { projectId, used: { kind: 'membership', id: segmentId } })
      const ready = tree && changes.filters ? await prepareToSave(trx, { ...ref, ...tools, tree }) : undefined
      const newWatchId = isTracked ? (watchId ?? before.watch_id) : null
      const { member_count: memberCount } = before
      await updateSegment(trx, { ...ref, ...changes, isTracked, watchId: newWatchId, memberCount, now })
      if (changes.filters) await replaceRanges(trx, { ...ref, ranges: orderedPaths(changes.filters) })
      if (watchId && tree) {
        const prepared = ready ?? (await prepareToSave(trx, { ...ref, ...tools, tree }))
        await startTracking(trx, { ...ref, ...tools, ready: prepared, watchId, now })
        if (before.watch_id) await deleteWatches(trx, { projectId, watchIds: [before.watch_id] })
      } else if (!isTracked) await stopTracking(trx, { ...ref, watchId: before.watch_id })
      if (changes.filters) await recheckDependents(trx, ref)
      if (isTracked) await clearCount(trx, ref)
      return requireSegment(trx, ref)
    })
    return countSaved(db, { projectId, row, ...tools, now, isCountedLater: tools.isPartOfMore ?? false })
  })

  async function lockUnchanged(
    trx: Trx,
    expected: { before: SegmentRow; isSameFilter: boolean },
  ): Promise<void> {
    const segment = await lockSegment(trx, ref)
    if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
    const isSame = segment.updated_at.getTime() === expected.before.updated_at.getTime()
    if (segment.watch_id !== expected.before.watch_id || (expected.isSameFilter && !isSame)) {
      throw concurrentChange()
    }
  }
}

const filtersNeeded = () =>
  invalidFields({
    field: 'filters',
    message: 'must be an object: a dynamic segment needs filters',
    code: 'invalid_type',
  })

const staticSegment = () =>
  new AppError('INVALID_STATE', {
    message: 'This segment is static: it has members, but no filters.',
    suggestion: 'Create a new segment with filters.',
  })

/** Tracked segments that refer to this one have other members now, too. */
async function recheckDependents(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  for (const { segment } of dependentsOf(segmentId, await listReferringSegments(trx, { projectId }))) {
    if (segment.is_tracked) await enqueueRecheck(trx, { projectId, segmentId: segment.id })
  }
}

/** Deletes a segment with its members. @throws AppError if it does not exist, or is in use */
export async function removeSegment(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockUnused(trx, { projectId, segmentId })
    const deleted = await deleteSegment(trx, { projectId, segmentId })
    if (!deleted) throw new AppError('SEGMENT_NOT_FOUND')
    await deleteCount(trx, { projectId, segmentId })
    if (!deleted.watch_id) return
    await deleteTimes(trx, { projectId, segmentId })
    await deleteWatches(trx, { projectId, watchIds: [deleted.watch_id] })
  })
}

/**
 * Users of a segment that refers to this one need this one, too. All of them are locked, so that no new use or reference
 * starts before this segment is deleted.
 */
async function lockUnused(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await lockReferences(trx, { projectId })
  const dependents = dependentsOf(segmentId, await listReferringSegments(trx, { projectId }))
  const ids = [segmentId, ...dependents.map(({ segment }) => segment.id)]
  const locked = await lockSegments(trx, { projectId, segmentIds: ids })
  if (!locked.includes(segmentId)) throw new AppError('SEGMENT_NOT_FOUND')
  const through = new Map(dependents.map(({ segment, path }) => [segment.id as string, namesOfPath(path)]))
  await requireUnused(trx, { projectId, used: { kind: 'segment', id: segmentId }, through })
}

const namesOfPath = (path: readonly { id: string; name: string }[]) =>
  path.map(({ id, name }) => `"${name}" (${id})`)
