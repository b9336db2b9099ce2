import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'

/** The segments that a filter refers to. `filters` is null for a static one. */
type Segments = ReadonlyMap<string, { filters: FilterTree | null }>

/** Whether the row of the contact alone decides. */
export function isContactOnly(node: FilterTree | FilterLeaf, segments: Segments | undefined): boolean {
  if (isTree(node)) return node.conditions.every((inner) => isContactOnly(inner, segments))
  if (!isSegmentLeaf(node)) return !isHistoryLeaf(node)
  const filters = segments?.get(segmentIdOf(node))?.filters
  return filters ? isContactOnly(filters, segments) : false
}
