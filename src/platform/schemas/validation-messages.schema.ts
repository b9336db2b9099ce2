// Messages for invalid values where a schema has no message of its own. Zod would name its own types ("expected null,
// received string"), which say nothing about JSON and what to do.
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

// Our fields have up to 25 letters, and more names than these are not read.
const LONGEST_NAME = 100
const MOST_NAMES = 10

const quoted = (names: readonly string[]) =>
  names
    .slice(0, MOST_NAMES)
    .map((name) => `"${name.slice(0, LONGEST_NAME)}"`)
    .join(', ')

/** Zod's type names in terms of JSON. */
const JSON_TYPES: Record<string, string> = { record: 'object', int: 'whole number' }

function typeName(type: string): string {
  if (type === 'null') return type
  const name = JSON_TYPES[type] ?? type
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}

/** The unit that a limit counts, by the type of the value. Numbers are compared. */
const COUNTED: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'entries',
  object: 'fields',
}

type LimitIssue = { origin: string; limit: number | bigint; isIncluded: boolean; side: 'least' | 'most' }

function limitMessage({ origin, limit, isIncluded, side }: LimitIssue): string {
  const counted = COUNTED[origin]
  if (counted) return `must have at ${side} ${limit} ${counted}`
  if (isIncluded) return `must be at ${side} ${limit}`
  return side === 'least' ? `must be more than ${limit}` : `must be less than ${limit}`
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
  datetime: 'must be a date and time such as 2030-01-31T09:00:00Z',
  date: 'must be a day such as 2030-01-31',
}

function unknownFieldMessage({ keys, inst }: RawIssue & { code: 'unrecognized_keys' }): string {
  const { shape = {} } = (inst as z.core.$ZodObject | undefined)?._zod.def ?? {}
  const known = Object.keys(shape)
  const accepted =
    known.length === 0 ? 'no fields are accepted here' : `the fields here are ${known.join(', ')}`
  return `has ${keys.length > 1 ? 'unknown fields' : 'an unknown field'}, ${quoted(keys)}: ${accepted}`
}

/** The accepted types, for a value that has none of them. */
function unionMessage({ errors }: RawIssue & { code: 'invalid_union' }): string {
  const types = errors.flatMap(([first]) =>
    first?.code === 'invalid_type' ? [typeName(first.expected)] : [],
  )
  const known = [...new Set(types)]
  return known.length === 0 ? 'has none of the accepted forms' : `must be ${known.join(' or ')}`
}

function messageFor(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName(issue.expected)}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return limitMessage({
        origin: issue.origin,
        limit: issue.minimum,
        isIncluded: issue.inclusive !== false,
        side: 'least',
      })
    case 'too_big':
      return limitMessage({
        origin: issue.origin,
        limit: issue.maximum,
        isIncluded: issue.inclusive !== false,
        side: 'most',
      })
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has an invalid format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return unknownFieldMessage(issue)
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return 'is not valid'
  }
}

/**
 * Options for every parse whose problems a caller sees. `reportInput` distinguishes a missing field from one of the wrong
 * type. A schema's own messages take precedence.
 */
export const WITH_OUR_MESSAGES = { reportInput: true, error: messageFor } as const
