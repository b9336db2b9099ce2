// The changes that matter to a filter, for tracking its members.
import { parseField } from '../language/filter-fields.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isWindow } from '../language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { SegmentLeaf } from '../language/filter-segment-leaves.schema.ts'
import type { ReferencedSegments } from '../matching/filter.queries.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'

/**
 * The names of changes: `data.<first key>`, `topics.<key>`, `email`, `subscribed`, `subscriptionState`, `pausedUntil`, `updatedAt`, `event.<name>`,
 * `emailActivity.sent` or `.delivered`, and `segment.<id>` for the list of a static segment.
 */
export function watchesOf(tree: FilterTree, segments: ReferencedSegments): Set<string> {
  const watches = new Set<string>()
  const visit = (node: FilterTree | FilterLeaf): void => {
    if (isTree(node)) return node.conditions.forEach(visit)
    const inner = isSegmentLeaf(node) ? filtersOf(node, segments) : undefined
    if (inner) return visit(inner)
    for (const watch of watchesOfLeaf(node)) watches.add(watch)
  }
  visit(tree)
  return watches
}

/** A dynamic segment contributes the changes of its filter. */
const filtersOf = (leaf: SegmentLeaf, segments: ReferencedSegments): FilterTree | undefined =>
  segments.get(segmentIdOf(leaf))?.filters ?? undefined

function watchesOfLeaf(leaf: FilterLeaf): string[] {
  if (isSegmentLeaf(leaf)) return [`segment.${segmentIdOf(leaf)}`]
  const parsed = parseField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { field } = parsed
  switch (field.kind) {
    case 'data':
      return [`data.${field.path[0] ?? ''}`]
    case 'topic':
      // Subscribed contacts may be in it without a choice.
      return [`topics.${field.key}`, 'subscribed']
    case 'email':
    case 'subscribed':
    case 'subscriptionState':
    case 'pausedUntil':
    case 'updatedAt':
      return [field.kind]
    case 'event':
      return [`event.${field.name}`]
    case 'activity':
      // Opens, clicks and bounces are events that the service records.
      return field.activity === 'sent' || field.activity === 'delivered'
        ? [`emailActivity.${field.activity}`]
        : [`event.email.${field.activity}`]
    case 'createdAt':
    case 'segment':
      return []
  }
}

/** Whether time alone can change the matches. */
export function isTimed(tree: FilterTree, segments: ReferencedSegments): boolean {
  const isTimedNode = (node: FilterTree | FilterLeaf): boolean => {
    if (isTree(node)) return node.conditions.some(isTimedNode)
    if (isSegmentLeaf(node)) {
      const inner = filtersOf(node, segments)
      return inner !== undefined && isTimedNode(inner)
    }
    if (!isHistoryLeaf(node)) return isWindow(node.operator)
    return Boolean(node.within) || (node.where ?? []).some(({ operator }) => isWindow(operator))
  }
  return isTimedNode(tree)
}
