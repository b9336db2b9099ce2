import type { SegmentId } from '../../platform/ids.ts'
import { segmentIdsIn } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'

/**
 * The segments that refer to this one, directly or not, nearest first. `path` leads from each to this one, which is not
 * part of it: the segment itself, one that it refers to, and so on.
 */
export function dependentsOf<Segment extends { id: SegmentId; filters: FilterTree }>(
  segmentId: SegmentId,
  referring: readonly Segment[],
): { segment: Segment; path: Segment[] }[] {
  const paths = new Map<string, Segment[]>([[segmentId, []]])
  let rest = referring.map((segment) => ({ segment, ids: segmentIdsIn(segment.filters) }))
  for (let size = 0; size < paths.size;) {
    size = paths.size
    const reached = new Map(paths)
    for (const { segment, ids } of rest) {
      const next = ids.find((id) => reached.has(id))
      if (next !== undefined) paths.set(segment.id, [segment, ...(reached.get(next) ?? [])])
    }
    rest = rest.filter(({ segment }) => !paths.has(segment.id))
  }
  paths.delete(segmentId)
  return [...paths.values()].flatMap((path) => (path[0] ? [{ segment: path[0], path }] : []))
}
