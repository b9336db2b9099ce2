// Reads the query of an address into what a page expects. Anything else is left out, never an error: addresses are typed
// and shared by people.
import type { FilterTree } from '../../../src/features/filters/filters.schema.ts'

type Search = Record<string, unknown>

/** Long enough for every search the API takes. */
const LONGEST_TEXT = 254

export function textParam(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : undefined
}

export function choiceParam<const T extends string>(
  search: Search,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = textParam(search, name)
  return choices.find((choice) => choice === value)
}

/** As long as the API takes one in an address. */
const LONGEST_FILTER = 8_000

/**
 * A filter in the form of the API. Only its outline is looked at: the page that has the schema says what is wrong inside.
 * The router has read the JSON already; a link that somebody wrote by hand may have it as text.
 */
export function filterParam(search: Search, name: string): FilterTree | undefined {
  const given = search[name]
  const value = typeof given === 'string' ? jsonOf(given) : given
  if (typeof value !== 'object' || value === null || !('operator' in value) || !('conditions' in value)) {
    return undefined
  }
  const { operator, conditions } = value
  const isKnown = operator === 'AND' || operator === 'OR' || operator === 'NOT'
  if (!isKnown || !Array.isArray(conditions) || !conditions.every(isNode)) return undefined
  return JSON.stringify(value).length > LONGEST_FILTER ? undefined : (value as FilterTree)
}

/** Either a group with conditions or a condition with a field. */
function isNode(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('conditions' in node) return Array.isArray(node.conditions) && node.conditions.every(isNode)
  const { field, operator, where = [] } = node as Record<string, unknown>
  const isCondition = typeof field === 'string' && typeof operator === 'string'
  return isCondition && Array.isArray(where) && where.every(isNode)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without what is not set, so that addresses stay short. */
export const compact = <const T extends Search>(search: T): { [Name in keyof T]?: T[Name] | undefined } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>
