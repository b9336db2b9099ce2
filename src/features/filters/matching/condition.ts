// A condition in the form in which it is decided. There are some twenty operators but only five questions that can be
// asked of a value; the SQL and the evaluator both answer these, so that they have little room to disagree. Every
// operator with "not" is the opposite of the one without: it therefore includes contacts that lack the field.
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { dateMs, durationMs } from '../filter-dates.schema.ts'
import type { Duration } from '../filter-dates.schema.ts'
import { parseContactField } from '../language/filter-fields.schema.ts'
import type { ContactField } from '../language/filter-fields.schema.ts'
import type { ContactLeaf, ContactOperator, LeafValue, Scalar } from '../language/filter-leaves.schema.ts'

export type Bound<Value> = { value: Value; isIncluded: boolean }
export type Range<Value> = { low?: Bound<Value>; high?: Bound<Value> }

export type Question =
  | { asks: 'equal'; values: readonly Scalar[] }
  /** A text that has this part, or a list that has this element. */
  | { asks: 'holds'; value: Scalar }
  | { asks: 'edge'; edge: 'start' | 'end'; text: string }
  | { asks: 'number'; range: Range<number> }
  | { asks: 'date'; range: Range<Date> }
  | { asks: 'present' }

export type Condition = { field: ContactField; question: Question; isNegated: boolean }

const NEGATED: Partial<Record<ContactOperator, ContactOperator>> = {
  notEquals: 'equals',
  notContains: 'contains',
  notIn: 'in',
  notExists: 'exists',
}

/** The condition that a checked leaf states. Windows of time are counted from `now`. */
export function toCondition(leaf: ContactLeaf, now: Date): Condition {
  const parsed = parseContactField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { field } = parsed
  const opposite = NEGATED[leaf.operator]
  const operator = opposite ?? leaf.operator
  const question = toQuestion(operator, { value: leaf.value ?? '', isTime: isTime(field), now })
  return { field, question, isNegated: opposite !== undefined }
}

const isTime = ({ kind }: ContactField) => kind === 'createdAt' || kind === 'updatedAt'

type Given = { value: LeafValue; isTime: boolean; now: Date }

function toQuestion(operator: ContactOperator, { value, isTime, now }: Given): Question {
  switch (operator) {
    case 'exists':
      return { asks: 'present' }
    case 'equals':
      return isTime ? between(value as string, value as string) : { asks: 'equal', values: [value as Scalar] }
    case 'in':
      return { asks: 'equal', values: value as Scalar[] }
    case 'contains':
      return { asks: 'holds', value: value as Scalar }
    case 'startsWith':
      return { asks: 'edge', edge: 'start', text: value as string }
    case 'endsWith':
      return { asks: 'edge', edge: 'end', text: value as string }
    case 'greaterThan':
      return ordered({ low: { value: value as Ordered, isIncluded: false } })
    case 'greaterThanOrEqual':
      return ordered({ low: { value: value as Ordered, isIncluded: true } })
    case 'lessThan':
      return ordered({ high: { value: value as Ordered, isIncluded: false } })
    case 'lessThanOrEqual':
      return ordered({ high: { value: value as Ordered, isIncluded: true } })
    case 'between': {
      const [low, high] = value as [Ordered, Ordered]
      return between(low, high)
    }
    case 'within':
    case 'olderThan':
    case 'withinNext':
      return { asks: 'date', range: windowOf(operator, { duration: value as Duration, now }) }
    case 'notEquals':
    case 'notContains':
    case 'notIn':
    case 'notExists':
      throw new Error('negated operators are turned round before')
  }
}

type Ordered = string | number

const between = (low: Ordered, high: Ordered) =>
  ordered({ low: { value: low, isIncluded: true }, high: { value: high, isIncluded: true } })

/** Numbers are compared with numbers and dates with dates; the value of the condition says which. */
function ordered({ low, high }: Range<Ordered>): Question {
  if (typeof (low ?? high)?.value === 'number') {
    return { asks: 'number', range: { low, high } as Range<number> }
  }
  const asDate = (bound: Bound<Ordered>): Bound<Date> => ({
    ...bound,
    value: new Date(dateMs(String(bound.value)) ?? Number.NaN),
  })
  return { asks: 'date', range: { ...(low && { low: asDate(low) }), ...(high && { high: asDate(high) }) } }
}

/** Whether what it asks for depends on when it is asked. */
export const isWindow = ({ operator }: ContactLeaf): boolean =>
  operator === 'within' || operator === 'olderThan' || operator === 'withinNext'

type Window = { duration: Duration; now: Date }

/** The three leave no gap and do not overlap: older than it, within it, within the next. */
export function windowOf(
  operator: 'within' | 'olderThan' | 'withinNext',
  { duration, now }: Window,
): Range<Date> {
  const shifted = (ms: number) => new Date(now.getTime() + ms)
  switch (operator) {
    case 'within':
      return {
        low: { value: shifted(-durationMs(duration)), isIncluded: true },
        high: { value: now, isIncluded: true },
      }
    case 'olderThan':
      return { high: { value: shifted(-durationMs(duration)), isIncluded: false } }
    case 'withinNext':
      return {
        low: { value: now, isIncluded: false },
        high: { value: shifted(durationMs(duration)), isIncluded: true },
      }
  }
}

/** An address as contacts have it: in small letters, its domain in ASCII. A text that is not an address is only put in small letters. */
export function storedAddress(text: string): string {
  const parsed = parseEmailAddress(text)
  return parsed.ok ? parsed.address : text.toLowerCase()
}
