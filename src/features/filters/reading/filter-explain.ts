// Explains why a contact matches a filter or not: each condition with its result and the actual value of the contact.
import { valueAt } from '../../../platform/conditions/test-value.ts'
import type { ContactFacts } from '../matching/evaluate-filter.ts'
import { parseField } from '../language/filter-fields.schema.ts'
import { filterWords, leafWords } from './filter-words.ts'
import type { Names } from './filter-words.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'
import { placedLeaves } from '../placed-leaves.ts'

export type ExplainedCondition = {
  /** Path in the filter, such as `conditions.0.conditions.1`; empty for the whole filter. */
  path: string
  /** Null for a group of conditions. */
  field: string | null
  operator: string
  words: string
  holds: boolean
  /** The value of the contact, or the number of events or emails; null without one, and for a group. */
  actual: unknown
}

/** The result of one leaf. `times`: the number of events or emails, for conditions on those. */
export type LeafResult = { holds: boolean; times: number | null }

/** The leaves in the order of their results. */
export const leavesOf = (tree: FilterTree): FilterLeaf[] => placedLeaves(tree).map(({ leaf }) => leaf)

/** The whole filter first, then its conditions. */
export function explainFilter(
  tree: FilterTree,
  { contact, names, results }: { contact: ContactFacts; names: Names; results: readonly LeafResult[] },
): ExplainedCondition[] {
  const explained: ExplainedCondition[] = []
  let next = 0
  const explain = (node: FilterTree | FilterLeaf, path: readonly (string | number)[]): boolean => {
    const entry: ExplainedCondition = {
      path: path.join('.'),
      field: isTree(node) ? null : node.field,
      operator: node.operator,
      words: isTree(node) ? filterWords(node, names) : leafWords(node, names),
      holds: false,
      actual: null,
    }
    explained.push(entry)
    if (isTree(node)) {
      const inner = node.conditions.map((one, index) => explain(one, [...path, 'conditions', index]))
      entry.holds = combine(node.operator, inner)
    } else {
      const result = results[next] ?? { holds: false, times: null }
      next += 1
      entry.holds = result.holds
      entry.actual = actualOf(node, { contact, result })
    }
    return entry.holds
  }
  explain(tree, [])
  return explained
}

function combine(operator: FilterTree['operator'], inner: readonly boolean[]): boolean {
  switch (operator) {
    case 'AND':
      return inner.every(Boolean)
    case 'OR':
      return inner.some(Boolean)
    case 'NOT':
      return !inner.some(Boolean)
  }
}

function actualOf(
  leaf: FilterLeaf,
  { contact, result }: { contact: ContactFacts; result: LeafResult },
): unknown {
  const parsed = parseField(leaf.field)
  if (!parsed.ok) return null
  switch (parsed.field.kind) {
    case 'data':
      return valueAt(contact.data, parsed.field.path) ?? null
    case 'topic':
      return contact.topics?.choices[parsed.field.key] ?? null
    case 'email':
    case 'subscribed':
      return contact[parsed.field.kind]
    case 'subscriptionState':
      return contact.subscriptionState ?? null
    case 'pausedUntil':
      return contact.pausedUntil?.toISOString() ?? null
    case 'createdAt':
    case 'updatedAt':
      return contact[parsed.field.kind].toISOString()
    case 'event':
    case 'activity':
      return result.times
    case 'segment':
      return result.holds === (leaf.operator === 'memberOf')
  }
}
