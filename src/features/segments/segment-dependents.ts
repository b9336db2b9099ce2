import type { SegmentId } from '../../platform/ids.ts'
import { segmentIdsIn } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'

type Referring = { id: SegmentId; filters: FilterTree; is_tracked: boolean }

/** The followed segments that refer to this one, however indirectly. */
export function dependentsOf(segmentId: SegmentId, referring: readonly Referring[]): SegmentId[] {
  const reached = new Set<string>([segmentId])
  const refers = referring.map((segment) => ({ ...segment, ids: new Set(segmentIdsIn(segment.filters)) }))
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const { id, ids } of refers) if (!ids.isDisjointFrom(reached)) reached.add(id)
  }
  return refers
    .filter(({ id, is_tracked: isTracked }) => isTracked && id !== segmentId && reached.has(id))
    .map(({ id }) => id)
}
