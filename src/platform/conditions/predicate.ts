// Conditions on a value of JSON, in the form in which they are evaluated. Some twenty operators become seven predicates, which the
// SQL of filters, their evaluator and the blocks of emails share, so that they have little room to disagree. Every operator with
// "not" is the negation of the one without: it therefore includes values that are missing.
import { dateMs, durationMs } from './dates.values.ts'
import type { Duration } from './dates.values.ts'

export type Scalar = string | number | boolean
export type OperatorValue = Scalar | Scalar[] | Duration
export type AnniversaryOperator = 'anniversaryIn' | 'anniversaryAgo' | 'anniversaryWithinNext'
export type ValueOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'endsWith'
  | 'in'
  | 'notIn'
  | 'greaterThan'
  | 'greaterThanOrEqual'
  | 'lessThan'
  | 'lessThanOrEqual'
  | 'between'
  | 'within'
  | 'olderThan'
  | 'withinNext'
  | 'exists'
  | 'notExists'
  | AnniversaryOperator

export type RangeEnd<Value> = { value: Value; isIncluded: boolean }
export type Range<Value> = { low?: RangeEnd<Value>; high?: RangeEnd<Value> }

export type Predicate =
  | { kind: 'equal'; values: readonly Scalar[] }
  /** A text with this part, or a list with this element. */
  | { kind: 'contains'; value: Scalar }
  | { kind: 'edge'; edge: 'start' | 'end'; text: string }
  | { kind: 'number'; range: Range<number> }
  | { kind: 'date'; range: Range<Date> }
  /** A date on one of these days, of any year. */
  | { kind: 'day'; first: Date; last: Date }
  | { kind: 'present' }

const NEGATED: Partial<Record<ValueOperator, ValueOperator>> = {
  notEquals: 'equals',
  notContains: 'contains',
  notIn: 'in',
  notExists: 'exists',
}

/** The value is a checked one of this operator. Time windows end at `now`. */
export function toPredicate(
  operator: ValueOperator,
  input: ValueInput,
): { predicate: Predicate; isNegated: boolean } {
  const opposite = NEGATED[operator]
  return { predicate: predicateOf(opposite ?? operator, input), isNegated: opposite !== undefined }
}

type ValueInput = { value: OperatorValue; isTime: boolean; now: Date }

function predicateOf(operator: ValueOperator, { value, isTime, now }: ValueInput): Predicate {
  switch (operator) {
    case 'exists':
      return { kind: 'present' }
    case 'equals':
      return isTime ? between(value as string, value as string) : { kind: 'equal', values: [value as Scalar] }
    case 'in':
      return { kind: 'equal', values: value as Scalar[] }
    case 'contains':
      return { kind: 'contains', value: value as Scalar }
    case 'startsWith':
      return { kind: 'edge', edge: 'start', text: value as string }
    case 'endsWith':
      return { kind: 'edge', edge: 'end', text: value as string }
    case 'greaterThan':
      return rangePredicate({ low: { value: value as RangeValue, isIncluded: false } })
    case 'greaterThanOrEqual':
      return rangePredicate({ low: { value: value as RangeValue, isIncluded: true } })
    case 'lessThan':
      return rangePredicate({ high: { value: value as RangeValue, isIncluded: false } })
    case 'lessThanOrEqual':
      return rangePredicate({ high: { value: value as RangeValue, isIncluded: true } })
    case 'between': {
      const [low, high] = value as [RangeValue, RangeValue]
      return between(low, high)
    }
    case 'within':
    case 'olderThan':
    case 'withinNext':
      return { kind: 'date', range: windowOf(operator, { duration: value as Duration, now }) }
    case 'anniversaryIn':
    case 'anniversaryAgo':
    case 'anniversaryWithinNext':
      return { kind: 'day', ...anniversaryDays(operator, { duration: value as Duration, now }) }
    case 'notEquals':
    case 'notContains':
    case 'notIn':
    case 'notExists':
      throw new Error('negated operators are replaced before')
  }
}

type RangeValue = string | number

const between = (low: RangeValue, high: RangeValue) =>
  rangePredicate({ low: { value: low, isIncluded: true }, high: { value: high, isIncluded: true } })

/** Compares numbers with numbers and dates with dates, by the type of the value in the condition. */
function rangePredicate({ low, high }: Range<RangeValue>): Predicate {
  if (typeof (low ?? high)?.value === 'number') {
    return { kind: 'number', range: { low, high } as Range<number> }
  }
  const asDate = (bound: RangeEnd<RangeValue>): RangeEnd<Date> => ({
    ...bound,
    value: new Date(dateMs(String(bound.value)) ?? Number.NaN),
  })
  return { kind: 'date', range: { ...(low && { low: asDate(low) }), ...(high && { high: asDate(high) }) } }
}

/** The three windows leave no gap and do not overlap. */
export function windowOf(
  operator: 'within' | 'olderThan' | 'withinNext',
  { duration, now }: { duration: Duration; now: Date },
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

/** The days, counted from today in UTC, that an operator asks for. */
export function anniversaryDays(
  operator: AnniversaryOperator,
  { duration, now }: { duration: Duration; now: Date },
): { first: Date; last: Date } {
  const moved = new Date(now.getTime() + durationMs(duration) * (operator === 'anniversaryAgo' ? -1 : 1))
  return { first: operator === 'anniversaryWithinNext' ? now : moved, last: moved }
}
