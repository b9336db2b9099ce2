// Conditions of a WAIT_FOR_EVENT step that compare the awaited event with the one that started the workflow: "the same order".
import { z } from 'zod'
import { dateMs } from '../filters/filter-dates.schema.ts'
import type { ContactLeaf, Scalar } from '../filters/language/filter-leaves.schema.ts'
import { checkWhere, isObject } from '../filters/language/event-data.schema.ts'
import { startPathOf } from './conditions.schema.ts'

/** Operators that can compare two events. */
export const COMPARISONS = [
  'equals',
  'notEquals',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
] as const

/** A condition with a fixed value, or with the path of a value of the event that started the workflow. */
export type ComparedLeaf = ContactLeaf & { valueFrom?: string | null | undefined }

const BAD_PATH = 'must be event.data.<key>, a value of the event that started the workflow'

function problemOf(leaf: Record<string, unknown>): { path: string; message: string } | undefined {
  const { valueFrom, operator } = leaf
  if ((leaf['value'] ?? null) !== null) {
    return { path: 'value', message: 'must be left out: valueFrom says where the value comes from' }
  }
  if (typeof valueFrom !== 'string' || !startPathOf(valueFrom)) {
    return { path: 'valueFrom', message: BAD_PATH }
  }
  if (COMPARISONS.some((one) => one === operator)) return undefined
  return { path: 'operator', message: `must be one of ${COMPARISONS.join(', ')} with valueFrom` }
}

const hasSource = (leaf: unknown): leaf is Record<string, unknown> =>
  isObject(leaf) && (leaf['valueFrom'] ?? null) !== null

/** With a value of a fitting type, so that everything else about the condition can be checked. */
function withAnyValue(leaf: unknown): unknown {
  if (!isObject(leaf)) return leaf
  const { valueFrom, ...rest } = leaf
  return (valueFrom ?? null) === null ? rest : { ...rest, value: 0 }
}

/** Conditions on the data of an awaited event; all must match. */
export const ComparedWhere = z
  .custom<ComparedLeaf[]>(Array.isArray, {
    error: 'must be a list of conditions',
    params: { code: 'invalid_type' },
  })
  .superRefine((leaves: unknown[], context) => {
    const problems = leaves.map((leaf) => (hasSource(leaf) ? problemOf(leaf) : undefined))
    problems.forEach((problem, index) => {
      if (problem) {
        context.addIssue({
          code: 'custom',
          path: [index, problem.path],
          message: problem.message,
          params: { code: 'invalid_value' },
        })
      }
    })
    const isSound = problems.every((problem) => problem === undefined)
    if (isSound) checkWhere(leaves.map(withAnyValue), context)
  })
  .meta({ type: 'array', minItems: 1, maxItems: 10, items: { type: 'object' } })
  .describe(
    'Conditions on the data of the event; all must match. Each has a field data.<key>, an operator of filters, and a value; or valueFrom: "event.data.<key>" to compare with the event that started the workflow.',
  )

type ValueAt = (data: unknown, path: readonly string[]) => unknown

/**
 * The conditions with the values of the start event; undefined if one of these values is missing or cannot be compared, so that no
 * event matches.
 */
export function resolveComparisons(
  where: readonly ComparedLeaf[],
  start: { data: unknown; valueAt: ValueAt },
): ContactLeaf[] | undefined {
  const resolved: ContactLeaf[] = []
  for (const { valueFrom, ...leaf } of where) {
    if (!valueFrom) {
      resolved.push(leaf)
      continue
    }
    const value = start.valueAt(start.data, startPathOf(valueFrom) ?? [])
    if (!isComparable(value, leaf.operator)) return undefined
    resolved.push({ ...leaf, value })
  }
  return resolved
}

function isComparable(value: unknown, operator: ContactLeaf['operator']): value is Scalar {
  if (typeof value === 'number') return true
  const isEquality = operator === 'equals' || operator === 'notEquals'
  if (isEquality) return typeof value === 'string' || typeof value === 'boolean'
  return typeof value === 'string' && dateMs(value) !== undefined
}
