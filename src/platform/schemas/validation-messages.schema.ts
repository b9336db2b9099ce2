// What callers are told about a value that a schema refuses, wherever the schema itself has no words for it. Zod would
// speak of its own types ("expected null, received string"), which say nothing about JSON and what to do.
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

// The fields of ours have up to 25 letters, and nobody reads more names than these.
const LONGEST_NAME = 100
const MOST_NAMES = 10

const quoted = (names: readonly string[]) =>
  names
    .slice(0, MOST_NAMES)
    .map((name) => `"${name.slice(0, LONGEST_NAME)}"`)
    .join(', ')

/** Zod's names of types, in the words of JSON. */
const JSON_TYPES: Record<string, string> = { record: 'object', int: 'whole number' }

function typeWords(type: string): string {
  if (type === 'null') return type
  const name = JSON_TYPES[type] ?? type
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}

/** What is counted, by what the bound belongs to. Numbers are compared. */
const COUNTED: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'entries',
  object: 'fields',
}

type Bound = { origin: string; limit: number | bigint; isIncluded: boolean; side: 'least' | 'most' }

function boundWords({ origin, limit, isIncluded, side }: Bound): string {
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

function unknownFieldWords({ keys, inst }: RawIssue & { code: 'unrecognized_keys' }): string {
  const { shape = {} } = (inst as z.core.$ZodObject | undefined)?._zod.def ?? {}
  const known = Object.keys(shape)
  const taken = known.length === 0 ? 'none are taken here' : `the fields here are ${known.join(', ')}`
  return `has ${keys.length > 1 ? 'unknown fields' : 'an unknown field'}, ${quoted(keys)}: ${taken}`
}

/** The types of its forms, where a value has none of them. */
function unionWords({ errors }: RawIssue & { code: 'invalid_union' }): string {
  const types = errors.flatMap(([first]) =>
    first?.code === 'invalid_type' ? [typeWords(first.expected)] : [],
  )
  const known = [...new Set(types)]
  return known.length === 0 ? 'has none of the forms that are taken here' : `must be ${known.join(' or ')}`
}

function ourWords(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords(issue.expected)}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return boundWords({
        origin: issue.origin,
        limit: issue.minimum,
        isIncluded: issue.inclusive !== false,
        side: 'least',
      })
    case 'too_big':
      return boundWords({
        origin: issue.origin,
        limit: issue.maximum,
        isIncluded: issue.inclusive !== false,
        side: 'most',
      })
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not written in the form that is taken here'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return unknownFieldWords(issue)
    case 'invalid_union':
      return unionWords(issue)
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return 'is not valid'
  }
}

/**
 * For every parse whose problems a caller hears of. `reportInput` is what tells a missing field from one of the wrong type.
 * Messages that a schema has itself come first.
 */
export const IN_OUR_WORDS = { reportInput: true, error: ourWords } as const
