// Creating, changing and deleting segments.
import type { z } from 'zod'
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
  changedMeanwhile,
  endFollowing,
  takeFirstMembers,
} from './membership/membership-setup.service.ts'
import { clearTimes } from './membership/membership.queries.ts'
import { deleteWatches } from './membership/membership-watches.queries.ts'
import type { WatchId } from './membership/membership-watches.queries.ts'
import { dependentsOf } from './segment-dependents.ts'
import { listReferring, lockReferences } from './segment-references.queries.ts'
import { requireUnused } from '../uses/index.ts'
import { enqueueRecheck } from './recheck.service.ts'
import {
  countSegments,
  countTracked,
  deleteSegment,
  findSegment,
  insertSegment,
  lockSegment,
  lockSegments,
  updateSegment,
} from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'
import { countSaved } from './counts/count.service.ts'
import { clearCount, deleteCount } from './counts/counts.queries.ts'
import type { Tools } from './segments.service.ts'
import type { SegmentCreate, SegmentPatch } from './segments.schema.ts'

// More than a person keeps in mind; each takes room in lists and menus. Calls that come at the same moment may exceed it
// by a few.
const MOST_SEGMENTS = 1000

// A new contact is judged by each of them.
const MOST_TRACKED = 200

// The first members of a large segment are written within the call, and callers give up after half a minute or so.
const FIRST_MEMBERS_LIMIT_MS = 25_000

type NewSegment = Tools & { projectId: ProjectId; given: z.output<typeof SegmentCreate> }

export async function createSegment(late: LateDb, creating: NewSegment): Promise<SegmentRow> {
  const { projectId, given, now, ...tools } = creating
  const ref = { projectId, segmentId: newId<SegmentId>(now) }
  const { name, description = null, filters: tree = null, emails } = given
  const isTracked = given.trackMembership ?? false
  await requireRoom(late.db, { projectId, isTracked })
  const watched = isTracked ? tree : null
  return withWatch(late, { ...ref, ...tools, tree: watched, now }, async (db, watchId) => {
    const row = await inTransaction(db, async (trx) => {
      if (watchId) await lockMembership(trx, ref)
      await lockReferencesOf(trx, { projectId, tree })
      const ready = tree && (await readyToSave(trx, { ...ref, ...tools, tree }))
      await insertSegment(trx, { ...ref, name, description, filters: tree, isTracked, watchId, now })
      if (tree) await replaceRanges(trx, { ...ref, ranges: orderedPaths(tree) })
      if (emails) await addAddresses(trx, { ...ref, given: { emails }, now })
      if (ready && watchId) await beginFollowing(trx, { ...ref, ...tools, ready, watchId, now })
      return requireSegment(trx, ref)
    })
    return countSaved(db, { projectId, row, ...tools, now })
  })
}

async function requireSegment(trx: Trx, ref: SegmentRef): Promise<SegmentRow> {
  const row = await findSegment(trx, ref)
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  return row
}

async function requireRoom(
  db: Db,
  { projectId, isTracked }: { projectId: ProjectId; isTracked: boolean },
): Promise<void> {
  if ((await countSegments(db, { projectId })) >= MOST_SEGMENTS) {
    throw invalidFields({
      field: 'name',
      message: `a project may have at most ${MOST_SEGMENTS.toLocaleString('en')} segments: delete those that are not used any more`,
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

type Watched = SegmentRef & Tools & { tree: FilterTree | null }

/** Watches what a filter looks at before anything is saved; gives it up again if that fails. */
async function withWatch(
  late: LateDb,
  { projectId, segmentId, tree, filters, now }: Watched,
  save: (db: Db | Trx, watchId: WatchId | null) => Promise<SegmentRow>,
): Promise<SegmentRow> {
  if (!tree) return save(await late.begin(), null)
  const ready = await filters.prepare(late.db, tree, { projectId, field: 'filters', savedIn: segmentId })
  const watchId = await beginWatch(late.db, { projectId, filters, ready, now })
  try {
    return await save(await late.begin(), watchId)
  } catch (error) {
    // What the request has open would keep us from it.
    await late.rollback()
    await inTransaction(late.db, (trx) => deleteWatches(trx, { projectId, watchIds: [watchId] }))
    throw error
  }
}

type Saving = SegmentRef & Pick<Tools, 'filters'> & { tree: FilterTree }

/** @throws AppError if the filter refers to a segment that is not there, or comes back to its own */
async function readyToSave(trx: Trx, { projectId, segmentId, tree, filters }: Saving): Promise<ReadyFilter> {
  return filters.prepare(trx, tree, { projectId, field: 'filters', savedIn: segmentId })
}

/** Before any segment is locked, as when one is deleted. */
async function lockReferencesOf(
  trx: Trx,
  { projectId, tree }: { projectId: ProjectId; tree: FilterTree | null },
): Promise<void> {
  if (tree && hasReferences(tree)) await lockReferences(trx, { projectId })
}

type Following = SegmentRef & Tools & { ready: ReadyFilter; watchId: WatchId }

async function beginFollowing(trx: Trx, { signal, ...following }: Following): Promise<void> {
  const { projectId, filters } = following
  const run = (within: Trx) => takeFirstMembers(within, following)
  await filters.run(trx, { projectId, run, limitMs: FIRST_MEMBERS_LIMIT_MS, ...(signal && { signal }) })
}

type Change = Tools & SegmentRef & { given: z.output<typeof SegmentPatch> }

export async function changeSegment(late: LateDb, changing: Change): Promise<SegmentRow> {
  const { projectId, segmentId, now, given: patch, ...tools } = changing
  const ref = { projectId, segmentId }
  const before = await findSegment(late.db, ref)
  if (!before) throw new AppError('SEGMENT_NOT_FOUND')
  if (patch.filters && before.type === 'STATIC') throw staticSegment()
  if (patch.filters === null && before.type === 'DYNAMIC') throw filtersNeeded()
  // null of a static segment is what it has already: a whole record may be sent back.
  const given = { ...patch, filters: patch.filters ?? undefined }
  const isTracked = given.trackMembership ?? before.is_tracked
  if (isTracked && !before.is_tracked) await requireRoomToTrack(late.db, { projectId })
  // A new filter begins anew: who is in it now makes no event.
  const isAnew = isTracked && (given.filters !== undefined || !before.is_tracked)
  const tree = given.filters ?? before.filters
  return withWatch(late, { ...ref, ...tools, tree: isAnew ? tree : null, now }, async (db, watchId) => {
    const row = await inTransaction(db, async (trx) => {
      if (watchId ?? before.watch_id) await lockMembership(trx, ref)
      if (given.filters || watchId) await lockReferencesOf(trx, { projectId, tree })
      await lockUnchanged(trx, { before, isAnew: isAnew && given.filters === undefined })
      if (!isTracked) await requireUnused(trx, { projectId, used: { kind: 'membership', id: segmentId } })
      const ready = tree && given.filters ? await readyToSave(trx, { ...ref, ...tools, tree }) : undefined
      const kept = isTracked ? (watchId ?? before.watch_id) : null
      const { member_count: memberCount } = before
      await updateSegment(trx, { ...ref, ...given, isTracked, watchId: kept, memberCount, now })
      if (given.filters) await replaceRanges(trx, { ...ref, ranges: orderedPaths(given.filters) })
      if (watchId && tree) {
        const prepared = ready ?? (await readyToSave(trx, { ...ref, ...tools, tree }))
        await beginFollowing(trx, { ...ref, ...tools, ready: prepared, watchId, now })
        if (before.watch_id) await deleteWatches(trx, { projectId, watchIds: [before.watch_id] })
      } else if (!isTracked) await endFollowing(trx, { ...ref, watchId: before.watch_id })
      if (given.filters) await recheckDependents(trx, ref)
      if (isTracked) await clearCount(trx, ref)
      return requireSegment(trx, ref)
    })
    return countSaved(db, { projectId, row, ...tools, now })
  })

  async function lockUnchanged(trx: Trx, known: { before: SegmentRow; isAnew: boolean }): Promise<void> {
    const segment = await lockSegment(trx, ref)
    if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
    const isSame = segment.updated_at.getTime() === known.before.updated_at.getTime()
    if (segment.watch_id !== known.before.watch_id || (known.isAnew && !isSame)) throw changedMeanwhile()
  }
}

const filtersNeeded = () =>
  invalidFields({
    field: 'filters',
    message: 'must be an object: a dynamic segment cannot be without filters',
    code: 'invalid_type',
  })

const staticSegment = () =>
  new AppError('INVALID_STATE', {
    message: 'This segment is static: it has members, but no filters.',
    suggestion: 'Create a new segment with filters.',
  })

/** Segments that are followed and refer to this one have other members now, too. */
async function recheckDependents(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  for (const { segment } of dependentsOf(segmentId, await listReferring(trx, { projectId }))) {
    if (segment.is_tracked) await enqueueRecheck(trx, { projectId, segmentId: segment.id })
  }
}

/** Deletes a segment with its members. @throws AppError if there is none, or something needs it */
export async function removeSegment(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockUnused(trx, { projectId, segmentId })
    const deleted = await deleteSegment(trx, { projectId, segmentId })
    if (!deleted) throw new AppError('SEGMENT_NOT_FOUND')
    await deleteCount(trx, { projectId, segmentId })
    if (!deleted.watch_id) return
    await clearTimes(trx, { projectId, segmentId })
    await deleteWatches(trx, { projectId, watchIds: [deleted.watch_id] })
  })
}

/**
 * What uses a segment that refers to this one needs this one, too. All of them are locked, so that nothing begins to use one
 * before this segment is gone, and nobody can refer to it meanwhile.
 */
async function lockUnused(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await lockReferences(trx, { projectId })
  const dependents = dependentsOf(segmentId, await listReferring(trx, { projectId }))
  const ids = [segmentId, ...dependents.map(({ segment }) => segment.id)]
  const locked = await lockSegments(trx, { projectId, segmentIds: ids })
  if (!locked.includes(segmentId)) throw new AppError('SEGMENT_NOT_FOUND')
  const through = new Map(dependents.map(({ segment, path }) => [segment.id as string, namesOfPath(path)]))
  await requireUnused(trx, { projectId, used: { kind: 'segment', id: segmentId }, through })
}

const namesOfPath = (path: readonly { id: string; name: string }[]) =>
  path.map(({ id, name }) => `"${name}" (${id})`)
