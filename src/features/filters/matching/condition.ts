// A condition of a filter in the form in which it is evaluated, by SQL or by the evaluator.
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { toPredicate } from '../../../platform/conditions/predicate.ts'
import type { Predicate } from '../../../platform/conditions/predicate.ts'
import { isTimeColumn, parseContactField } from '../language/filter-fields.schema.ts'
import type { ContactField } from '../language/filter-fields.schema.ts'
import type { ContactLeaf } from '../language/filter-leaves.schema.ts'

export type Condition = { field: ContactField; predicate: Predicate; isNegated: boolean }

/** The condition of a checked leaf. Time windows end at `now`. */
export function toCondition(leaf: ContactLeaf, now: Date): Condition {
  const parsed = parseContactField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { field } = parsed
  const input = { value: leaf.value ?? '', isTime: isTimeColumn(field.kind), now }
  return { field, ...toPredicate(leaf.operator, input) }
}

/** An address as contacts store it: lower case, with its domain in ASCII. Other texts are only lower-cased. */
export function normalizeAddress(text: string): string {
  const parsed = parseEmailAddress(text)
  return parsed.ok ? parsed.address : text.toLowerCase()
}
