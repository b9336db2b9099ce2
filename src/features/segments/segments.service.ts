// The members of a segment. Those of a dynamic segment are found by its filter when they are read; those of a static or tracked
// segment are stored.
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { listAndCountContacts } from '../contacts/index.ts'
import type { CountedPage } from '../contacts/index.ts'
import { filterWords, isTooSlow, namesOf } from '../filters/index.ts'
import type { Filters, ReadyFilter } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { findSegment, isMember } from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'

/** `signal`: aborted when the caller disconnects, which ends the count. */
export type Tools = { filters: Filters; now: Date; signal?: AbortSignal }

export async function requireSegment(db: Db | Trx, ref: SegmentRef): Promise<SegmentRow> {
  const row = await findSegment(db, ref)
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  return row
}

type MembersQuery = Tools &
  SegmentRef & {
    search: string | undefined
    limit: number
    before: string | undefined
    isTotalWanted: boolean
  }

/** One page of the members, newest contacts first. */
export async function listSegmentContacts(
  db: Db | Trx,
  { projectId, segmentId, filters, now, signal, search = '', isTotalWanted, ...page }: MembersQuery,
): Promise<CountedPage> {
  const row = await requireSegment(db, { projectId, segmentId })
  if (!row.filters || row.is_tracked) {
    const filter = { matching: isMember({ projectId, segmentId }), search }
    if (search.trim() !== '') return listAndCountContacts(db, { projectId, filter, isTotalWanted, ...page })
    const found = await listAndCountContacts(db, { projectId, filter, isTotalWanted: false, ...page })
    return { ...found, total: isTotalWanted ? row.member_count : null }
  }
  const ready = await filters.prepare(db, row.filters, { projectId, field: 'filters' })
  const filter = { ...contactFilter(ready, { projectId, filters, now }), search }
  const find = (isTotalWanted: boolean, limits: { limitMs?: number }) => {
    const run = (trx: Trx) => listAndCountContacts(trx, { projectId, filter, isTotalWanted, ...page })
    return filters.run(db, { projectId, run, ...limits, ...(signal && { signal }) })
  }
  if (!isTotalWanted) return find(false, {})
  try {
    return await find(true, { limitMs: TOTAL_LIMIT_MS })
  } catch (error) {
    // The total has to read all contacts, and one page does not.
    if (!isTooSlow(error) || signal?.aborted) throw error
    return find(false, {})
  }
}

// Afterwards the caller waits for the page alone.
const TOTAL_LIMIT_MS = 3_000

export const contactFilter = (
  ready: ReadyFilter,
  { filters, ...context }: { projectId: ProjectId; filters: Filters; now: Date },
) => ({
  matching: filters.matches(ready, context),
  alternatives: filters.alternatives(ready, context),
  isContactOnly: filters.isContactOnly(ready),
})

// As many as fit on a screen next to the filter.
const SAMPLE_CONTACTS = 10

/** The contacts that match a filter, and the filter as a sentence. */
export async function previewSegment(
  db: Db | Trx,
  { projectId, tree, filters, now, signal }: Tools & { projectId: ProjectId; tree: FilterTree },
): Promise<CountedPage & { words: string }> {
  const ready = await filters.prepare(db, tree, { projectId, field: 'filters' })
  const filter = contactFilter(ready, { projectId, filters, now })
  const run = (trx: Trx) =>
    listAndCountContacts(trx, {
      projectId,
      filter,
      limit: SAMPLE_CONTACTS,
      before: undefined,
      isTotalWanted: true,
    })
  const found = await filters.run(db, { projectId, run, ...(signal && { signal }) })
  return { ...found, words: filterWords(tree, namesOf(ready)) }
}
