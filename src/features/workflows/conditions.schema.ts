// The conditions of a workflow: segment filters, and conditions on the event that started the workflow, written
// `event.data.<key>`. An event name can look the same, so the operator decides: triggered and notTriggered ask whether an
// event of that name happened, all others ask for the data of the event.
import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import type { ContactLeaf } from '../filters/language/filter-leaves.schema.ts'
import { dataPathOf, isObject } from '../filters/language/event-data.schema.ts'
import { HISTORY_OPERATORS } from '../filters/language/filter-history-leaves.schema.ts'
import { FilterTree } from '../filters/filters.schema.ts'

const PREFIX = 'event.data.'

type Node = Record<string, unknown>

const isAboutTheEvent = (node: Node) =>
  typeof node.field === 'string' &&
  node.field.startsWith(PREFIX) &&
  !HISTORY_OPERATORS.some((operator) => operator === node.operator)

/** A condition on the start event, rewritten as a condition on data; undefined for any other condition. */
export const asDataLeaf = (node: object): ContactLeaf | undefined => {
  const leaf = node as Node
  if (!isAboutTheEvent(leaf)) return undefined
  return { ...leaf, field: String(leaf.field).slice('event.'.length) } as ContactLeaf
}

/** The keys of `event.data.<path>`, a value of the start event; undefined for any other text. */
export const startPathOf = (field: string): readonly string[] | undefined =>
  field.startsWith(PREFIX) ? dataPathOf(field.slice('event.'.length)) : undefined

// One more than a filter may have: deeper conditions are refused anyway.
const MAX_DEPTH = 6

/** Rewrites conditions on the event as conditions on data, so that the filter schema can check the tree. */
function withDataLeaves(given: unknown, depth = 1): unknown {
  if (!isObject(given) || depth > MAX_DEPTH) return given
  if (!Array.isArray(given.conditions)) return asDataLeaf(given) ?? given
  return { ...given, conditions: given.conditions.map((inner) => withDataLeaves(inner, depth + 1)) }
}

export const ConditionTree = z
  .custom<FilterTree>()
  .superRefine((given, context) => {
    const result = FilterTree.safeParse(withDataLeaves(given), WITH_OUR_MESSAGES)
    for (const issue of result.error?.issues ?? []) context.addIssue({ ...issue } as never)
  })
  .meta({
    id: 'WorkflowFilter',
    description:
      'A segment filter (docs/segments.md) that can also test the data of the event that started the workflow: {"field": "event.data.amount", "operator": "greaterThan", "value": 50}.',
    type: 'object',
    required: ['operator', 'conditions'],
    properties: {
      operator: { type: 'string', enum: ['AND', 'OR', 'NOT'] },
      conditions: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'object' } },
    },
  })
