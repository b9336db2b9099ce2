// Member counts of dynamic segments that are not tracked. Counting can take minutes, so reading a segment does not wait for it: a
// worker counts, at most one segment per project at a time. Saving a segment returns the count if it is fast.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { isRefused, refusalCode } from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import { countContacts } from '../../contacts/index.ts'
import { isTooSlow } from '../../filters/index.ts'
import type { Filters } from '../../filters/index.ts'
import { isBrokenFilter } from '../broken-filter.ts'
import { findSegment, updateMemberCount } from '../segments.queries.ts'
import type { SegmentRow } from '../segments.queries.ts'
import { contactFilter } from '../segments.service.ts'
import type { Tools } from '../segments.service.ts'
import { clearCount, deleteCount, finishCount, parkCount, scheduleCounts } from './counts.queries.ts'

/** Whether its members are not stored, so that only its filter can count them. */
const isCountedByFilter = ({ filters, is_tracked: isTracked }: SegmentRow): boolean =>
  filters !== null && !isTracked

// Saving a segment waits for both at most, two seconds together.
const SAVE_WAIT_MS = 400
const SAVE_LIMIT_MS = 1_600

type SavedSegment = Tools & { projectId: ProjectId; row: SegmentRow; isCountedLater?: boolean }

/**
 * Returns a segment that was just saved with its member count, or with the previous one if counting takes too long or a worker counts. Called after
 * the commit, unless the whole request is one transaction, so that the count does not keep the segment locked.
 */
export async function countSaved(
  db: Db | Trx,
  { row, isCountedLater = false, ...tools }: SavedSegment,
): Promise<SegmentRow> {
  const { projectId, now } = tools
  const ref = { projectId, segmentId: row.id }
  if (!isCountedByFilter(row)) return row
  const count = isCountedLater ? undefined : await countInTime(db, { row, ...tools })
  if (count === undefined) {
    await scheduleCounts(db, { projectId, segmentIds: [row.id], now })
    return row
  }
  await updateMemberCount(db, { ...ref, count, readAt: row.updated_at, now })
  await clearCount(db, ref)
  return { ...row, member_count: count, member_count_at: now, count_problem: null }
}

/** Undefined if it cannot be counted in time; the worker then determines why. */
async function countInTime(
  db: Db | Trx,
  { row, signal, ...tools }: SavedSegment,
): Promise<number | undefined> {
  const limits = { waitMs: SAVE_WAIT_MS, limitMs: SAVE_LIMIT_MS, ...(signal && { signal }) }
  const count = () => countMembers(db, { row, ...tools, limits })
  try {
    // A cancelled statement aborts its transaction, which may be that of the whole request.
    return await (db.isTransaction ? inSavepoint(db as Trx, count) : count())
  } catch (error) {
    if (error instanceof AppError || isRefused(error)) return undefined
    throw error
  }
}

type Limits = Omit<Parameters<Filters['run']>[1], 'projectId' | 'run'>
type CountInput = Pick<Tools, 'filters' | 'now'> & { projectId: ProjectId; row: SegmentRow; limits: Limits }

/** @throws AppError if it takes too long, too many filters are running, or the filter refers to a deleted segment */
async function countMembers(
  db: Db | Trx,
  { row, projectId, filters, now, limits }: CountInput,
): Promise<number> {
  if (!row.filters) throw new Error('the members of a segment without filters are stored')
  const ready = await filters.prepare(db, row.filters, { projectId, field: 'filters' })
  const filter = contactFilter(ready, { projectId, filters, now })
  const run = (trx: Trx) => countContacts(trx, { projectId, filter })
  return filters.run(db, { projectId, run, ...limits })
}

// The age from which a count is refreshed.
const FRESH_MS = 60_000

/** Schedules counts of segments with an old count, unless one is scheduled already or failed recently. */
export async function refreshCounts(
  db: Db | Trx,
  { projectId, rows, now }: { projectId: ProjectId; rows: readonly SegmentRow[]; now: Date },
): Promise<void> {
  const isOld = (row: SegmentRow) =>
    isCountedByFilter(row) &&
    row.count_due_at === null &&
    !(row.count_parked_until && row.count_parked_until > now) &&
    !(row.member_count_at && row.member_count_at.getTime() > now.getTime() - FRESH_MS)
  const segmentIds = rows.filter(isOld).map(({ id }) => id)
  if (segmentIds.length > 0) await scheduleCounts(db, { projectId, segmentIds, now })
}

// Three times the duration of the slowest common filters on a million contacts.
const COUNT_LIMIT_MS = 60_000

/** Longer than a count with its overhead. */
const LEASE_MS = 2 * COUNT_LIMIT_MS

/** Connections of a node for counts, which no request waits for. */
const COUNTS_AT_ONCE = 2

// A filter that is too slow now still is in a minute. One that refers to a deleted segment works again as soon as it is fixed.
const PARKED_MS = 3_600_000
const BROKEN_MS = 60_000

export const countWork = (
  { database, clock }: Pick<Deps, 'database' | 'clock' | 'log'>,
  { filters }: { filters: Filters },
): LeasedWork<SegmentId> => ({
  type: 'leased',
  name: 'segment counts',
  table: 'segment_counts',
  batchSize: 1,
  slots: COUNTS_AT_ONCE,
  slotsPerProject: 1,
  leaseMs: LEASE_MS,
  async run(claims) {
    const { db } = database.within(JOB_LIMIT_MS)
    for (const claim of claims) await countClaimed(db, { claim, filters, now: clock.now() })
  },
})

type ClaimedCount = { claim: Claim<SegmentId>; filters: Filters; now: Date }

async function countClaimed(db: Db, { claim, filters, now }: ClaimedCount): Promise<void> {
  const { projectId, id: segmentId } = claim
  const row = await findSegment(db, { projectId, segmentId })
  if (!row) return deleteCount(db, { projectId, segmentId })
  if (!isCountedByFilter(row)) return finishCount(db, claim)
  try {
    const count = await countMembers(db, {
      row,
      projectId,
      filters,
      now,
      limits: { limitMs: COUNT_LIMIT_MS },
    })
    const isSame = await updateMemberCount(db, { projectId, segmentId, count, readAt: row.updated_at, now })
    // A segment that was changed meanwhile is counted after that change, or at the next read.
    if (isSame) await finishCount(db, claim)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const until = new Date(now.getTime() + (isBrokenFilter(error) ? BROKEN_MS : PARKED_MS))
    await parkCount(db, { claim, problem, until })
  }
}

/** The message of a permanent problem; undefined if another attempt may succeed. */
function problemOf(error: unknown): string | undefined {
  if (isBrokenFilter(error)) return 'The filters refer to a segment that has been deleted.'
  if (isTooSlow(error)) {
    return `Counting was stopped after ${COUNT_LIMIT_MS / 1000} seconds. docs/segments.md lists which conditions are fast.`
  }
  return isRefused(error) ? `The database cannot count it (${refusalCode(error)}).` : undefined
}
