import { toCondition } from '../matching/condition.ts'
import type { OrderedPath } from '../matching/data-condition.queries.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isSegmentLeaf } from '../language/filter-segment-leaves.schema.ts'
import { leavesOf } from './filter-explain.ts'
import type { FilterTree } from '../filters.schema.ts'

// The result does not depend on the time.
const ANY_TIME = new Date(0)

/** The distinct keys of data that a filter compares by range, as numbers, dates or days of the year. */
export function orderedPaths(tree: FilterTree): OrderedPath[] {
  const found = new Map<string, OrderedPath>()
  for (const leaf of leavesOf(tree)) {
    if (isHistoryLeaf(leaf) || isSegmentLeaf(leaf)) continue
    const { field, predicate } = toCondition(leaf, ANY_TIME)
    if (field.kind !== 'data') continue
    if (predicate.kind !== 'number' && predicate.kind !== 'date' && predicate.kind !== 'day') continue
    const ordered = { kind: predicate.kind, path: field.path }
    found.set(JSON.stringify(ordered), ordered)
  }
  return [...found.values()]
}
