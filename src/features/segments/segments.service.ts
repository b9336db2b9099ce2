// Who is in a segment. A dynamic one is its filter and nothing else: that is found out when somebody asks. Of a static one,
// and of one that is followed, the members are written down.
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { listAndCountContacts } from '../contacts/index.ts'
import type { CountedPage } from '../contacts/index.ts'
import { filterWords, isTooSlow, namesOf } from '../filters/index.ts'
import type { Filters, ReadyFilter } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { findSegment, isMember } from './segments.queries.ts'
import type { SegmentRef } from './segments.queries.ts'

/** `signal`: aborted when the caller goes away, who is then not counted for any more. */
export type Tools = { filters: Filters; now: Date; signal?: AbortSignal }

type Listing = Tools & SegmentRef & { limit: number; before: string | undefined; isTotalWanted: boolean }

/** One page of the members, newest contacts first. */
export async function listSegmentContacts(
  db: Db | Trx,
  { projectId, segmentId, filters, now, signal, isTotalWanted, ...page }: Listing,
): Promise<CountedPage> {
  const row = await findSegment(db, { projectId, segmentId })
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  if (!row.filters || row.is_tracked) {
    const filter = { matching: isMember({ projectId, segmentId }) }
    const found = await listAndCountContacts(db, { projectId, filter, isTotalWanted: false, ...page })
    return { ...found, total: isTotalWanted ? row.member_count : null }
  }
  const ready = await filters.prepare(db, row.filters, { projectId, field: 'filters' })
  const filter = contactFilter(ready, { projectId, filters, now })
  const find = (isTotalWanted: boolean, limits: { limitMs?: number }) => {
    const run = (trx: Trx) => listAndCountContacts(trx, { projectId, filter, isTotalWanted, ...page })
    return filters.run(db, { projectId, run, ...limits, ...(signal && { signal }) })
  }
  if (!isTotalWanted) return find(false, {})
  try {
    return await find(true, { limitMs: TOTAL_LIMIT_MS })
  } catch (error) {
    // The total has to look at everybody, and one page does not.
    if (!isTooSlow(error) || signal?.aborted) throw error
    return find(false, {})
  }
}

// A caller waits as long again for the page alone.
const TOTAL_LIMIT_MS = 3_000

/** What a filter looks for in contacts. */
export const contactFilter = (
  ready: ReadyFilter,
  { filters, ...context }: { projectId: ProjectId; filters: Filters; now: Date },
) => ({ matching: filters.matches(ready, context), alternatives: filters.alternatives(ready, context) })

// As many as fit on a screen beside the filter.
const SAMPLE_CONTACTS = 10

/** Who would be in a segment with this filter, and the filter in words. */
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
