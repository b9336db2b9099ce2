// Why a contact matches a filter or does not: each condition with whether it holds, and what the contact has there.
import { valueAt } from '../matching/evaluate-filter.ts'
import type { ContactFacts } from '../matching/evaluate-filter.ts'
import { parseField } from '../language/filter-fields.schema.ts'
import { filterWords, leafWords } from './filter-words.ts'
import type { Names } from './filter-words.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'

export type ExplainedCondition = {
  /** Where it stands in the filter, such as `conditions.0.conditions.1`; empty for the filter as a whole. */
  path: string
  /** Null for a group of conditions. */
  field: string | null
  operator: string
  words: string
  holds: boolean
  /** The value of the contact, or how often something happened; null if there is nothing, and for a group. */
  actual: unknown
}

/** What the database says of one leaf. `times`: how often it happened, for what can happen. */
export type LeafAnswer = { holds: boolean; times: number | null }

/** The leaves in the order in which answers about them are expected. */
export const leavesOf = (node: FilterTree | FilterLeaf): FilterLeaf[] =>
  isTree(node) ? node.conditions.flatMap(leavesOf) : [node]

type Given = { contact: ContactFacts; names: Names; answers: readonly LeafAnswer[] }

/** The whole filter first, then what is in it. */
export function explainFilter(tree: FilterTree, { contact, names, answers }: Given): ExplainedCondition[] {
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
      const answer = answers[next] ?? { holds: false, times: null }
      next += 1
      entry.holds = answer.holds
      entry.actual = actualOf(node, { contact, answer })
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
  { contact, answer }: { contact: ContactFacts; answer: LeafAnswer },
): unknown {
  const parsed = parseField(leaf.field)
  if (!parsed.ok) return null
  switch (parsed.field.kind) {
    case 'data':
      return valueAt(contact.data, parsed.field.path) ?? null
    case 'email':
    case 'subscribed':
      return contact[parsed.field.kind]
    case 'createdAt':
    case 'updatedAt':
      return contact[parsed.field.kind].toISOString()
    case 'event':
    case 'activity':
      return answer.times
    case 'segment':
      return answer.holds === (leaf.operator === 'memberOf')
  }
}
