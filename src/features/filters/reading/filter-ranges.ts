import { toCondition } from '../matching/condition.ts'
import type { OrderedPath } from '../matching/data-condition.queries.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isSegmentLeaf } from '../language/filter-segment-leaves.schema.ts'
import { leavesOf } from './filter-explain.ts'
import type { FilterTree } from '../filters.schema.ts'

// Only what kind of question a leaf asks matters, not when.
const ANY_TIME = new Date(0)

/** The keys of data that a filter compares by order, as numbers or as dates: each once. */
export function orderedPaths(tree: FilterTree): OrderedPath[] {
  const found = new Map<string, OrderedPath>()
  for (const leaf of leavesOf(tree)) {
    if (isHistoryLeaf(leaf) || isSegmentLeaf(leaf)) continue
    const { field, question } = toCondition(leaf, ANY_TIME)
    if (field.kind !== 'data') continue
    if (question.asks !== 'number' && question.asks !== 'date') continue
    const ordered = { kind: question.asks, path: field.path }
    found.set(JSON.stringify(ordered), ordered)
  }
  return [...found.values()]
}
