// The conditions of a workflow: segment filters, and conditions on the event that started the workflow, written
// `event.data.<key>`. An event name can look the same, so the operator decides: triggered and notTriggered ask whether an
// event of that name happened, all others ask for the data of the event.
import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import type { ContactLeaf } from '../filters/language/filter-leaves.schema.ts'
import { parseDataField } from '../filters/language/filter-fields.schema.ts'
import { checkDataLeaf } from '../filters/language/filter-leaves.schema.ts'
import { HISTORY_OPERATORS, MOST_WHERE } from '../filters/language/filter-history-leaves.schema.ts'
import { FilterTree } from '../filters/filters.schema.ts'

const PREFIX = 'event.data.'

type Node = Record<string, unknown>

export const isObject = (given: unknown): given is Node =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

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

/** The keys of `data.<path>`; undefined for any other text. */
export function dataPathOf(field: string): readonly string[] | undefined {
  const parsed = parseDataField(field)
  return parsed.ok && parsed.field.kind === 'data' ? parsed.field.path : undefined
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

/** Reports all problems of a list of conditions on the data of an event. */
export function checkWhere(leaves: readonly unknown[], context: z.RefinementCtx): void {
  if (leaves.length === 0 || leaves.length > MOST_WHERE) {
    const code = leaves.length === 0 ? 'too_small' : 'too_big'
    context.addIssue({
      code: 'custom',
      message: `must have 1 to ${MOST_WHERE} conditions`,
      params: { code },
    })
    return
  }
  leaves.forEach((given, index) => {
    if (!isObject(given)) {
      context.addIssue({ code: 'invalid_type', expected: 'object', input: given, path: [index] })
      return
    }
    checkDataLeaf({ input: given, path: [index] }, (issue, path) => {
      context.addIssue({ ...issue, path: [...path, ...issue.path] } as never)
    })
  })
}

/** Conditions on the data of an event; all must match. */
export const Where = z
  .custom<ContactLeaf[]>(Array.isArray, {
    error: 'must be a list of conditions',
    params: { code: 'invalid_type' },
  })
  .superRefine(checkWhere)
  .meta({ type: 'array', minItems: 1, maxItems: MOST_WHERE, items: { type: 'object' } })
  .describe(
    "Conditions on the event's data; all must match. Each has a field data.<key> and an operator of filters.",
  )
