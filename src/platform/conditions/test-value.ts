// Tests one value of JSON. Gives the same result as the SQL of features/filters/matching/data-condition.queries.ts; property tests
// compare the two.
import { dateMs } from './dates.values.ts'
import { isBetweenDays } from './day-of-year.ts'
import { compareNumbers, isNumber } from './exact-numbers.ts'
import { caseBlind, replaceCapitals } from './letter-case.ts'
import type { Predicate, Range, Scalar } from './predicate.ts'

/** The value at a path of keys; undefined if there is none. Does not descend into lists. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (!Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

export function testValue(value: unknown, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'equal':
      return predicate.values.some((wanted) => isSame(value, wanted))
    case 'contains':
      return containsValue(value, predicate.value)
    case 'edge':
      return typeof value === 'string' && hasEdge(value, predicate)
    case 'number':
      return isNumber(value) && isInRange(predicate.range, (bound) => compareNumbers(value, bound))
    case 'date': {
      const ms = typeof value === 'string' ? dateMs(value) : undefined
      return ms !== undefined && isInRange(predicate.range, (bound) => ms - bound.getTime())
    }
    case 'day': {
      const ms = typeof value === 'string' ? dateMs(value) : undefined
      return ms !== undefined && isBetweenDays(new Date(ms), predicate)
    }
    case 'present':
      return value !== undefined && value !== null
  }
}

const isSame = (value: unknown, wanted: Scalar): boolean =>
  typeof wanted === 'number' ? isNumber(value) && compareNumbers(value, wanted) === 0 : value === wanted

function containsValue(value: unknown, wanted: Scalar): boolean {
  if (typeof wanted !== 'string') {
    return Array.isArray(value) && value.some((element) => isSame(element, wanted))
  }
  const blind = caseBlind(wanted)
  if (typeof value === 'string') return replaceCapitals(value, blind.capitals).includes(blind.text)
  if (!Array.isArray(value)) return false
  return value.some(
    (element) => typeof element === 'string' && replaceCapitals(element, blind.capitals) === blind.text,
  )
}

function hasEdge(value: string, { edge, text }: Predicate & { kind: 'edge' }): boolean {
  const blind = caseBlind(text)
  const replaced = replaceCapitals(value, blind.capitals)
  return edge === 'start' ? replaced.startsWith(blind.text) : replaced.endsWith(blind.text)
}

/** `compare` compares the value with a bound: negative, zero or positive. */
export function isInRange<Value>({ low, high }: Range<Value>, compare: (bound: Value) => number): boolean {
  if (low && !(low.isIncluded ? compare(low.value) >= 0 : compare(low.value) > 0)) return false
  return !high || (high.isIncluded ? compare(high.value) <= 0 : compare(high.value) < 0)
}
