// Conditions on the variables of an email, as a block of an email carries them in its Liquid: `{% if '<tree>' | lm_holds: a, b %}`.
// A leaf names its variable by its place among the arguments, so that the variables of a template are known without reading
// the tree.
import { testValue, valueAt } from './test-value.ts'
import { toPredicate } from './predicate.ts'
import type { OperatorValue, Predicate, ValueOperator } from './predicate.ts'

export type ConditionLeaf = {
  /** Index of the argument. */
  of: number
  /** Keys inside of it. */
  at?: readonly string[]
  is: ValueOperator
  value?: OperatorValue
  /** Compares letters exactly, as for addresses, which are stored in lower case. */
  exact?: true
}
export type ConditionTree =
  | { all: readonly ConditionTree[] }
  | { any: readonly ConditionTree[] }
  | { not: ConditionTree }
  | ConditionLeaf

type Facts = { values: readonly unknown[]; now: Date }

/** Time windows end at `now`. */
export function conditionsHold(tree: ConditionTree, facts: Facts): boolean {
  if ('all' in tree) return tree.all.every((inner) => conditionsHold(inner, facts))
  if ('any' in tree) return tree.any.some((inner) => conditionsHold(inner, facts))
  return 'not' in tree ? !conditionsHold(tree.not, facts) : leafHolds(tree, facts)
}

function leafHolds({ of, at = [], is, value = '', exact }: ConditionLeaf, { values, now }: Facts): boolean {
  const { predicate, isNegated } = toPredicate(is, { value, isTime: false, now })
  const found = valueAt(values[of], at)
  return (exact ? testExactly(found, predicate) : testValue(found, predicate)) !== isNegated
}

function testExactly(value: unknown, predicate: Predicate): boolean {
  if (typeof value !== 'string') return false
  if (predicate.kind === 'contains') return value.includes(String(predicate.value))
  if (predicate.kind !== 'edge') return testValue(value, predicate)
  return predicate.edge === 'start' ? value.startsWith(predicate.text) : value.endsWith(predicate.text)
}
