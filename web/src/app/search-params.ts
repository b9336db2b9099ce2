// Reads the search params of a URL. Invalid values are left out, never an error: people type and share URLs.
import type { FilterTree } from '../../../src/features/filters/filters.schema.ts'

type Search = Record<string, unknown>

/** The longest search of the API. */
const MAX_TEXT_LENGTH = 254

export function textParam(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT_LENGTH) : undefined
}

export function choiceParam<const T extends string>(
  search: Search,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = textParam(search, name)
  return choices.find((choice) => choice === value)
}

/** Limit of the API. */
const MAX_FILTER_LENGTH = 8_000

/**
 * A filter as the API has it. Only its structure is checked: the page that has the schema reports problems inside.
 * The router has parsed the JSON already; in a link written by hand it may still be text.
 */
export function filterParam(search: Search, name: string): FilterTree | undefined {
  const raw = search[name]
  const value = typeof raw === 'string' ? parseJson(raw) : raw
  if (typeof value !== 'object' || value === null || !('operator' in value) || !('conditions' in value)) {
    return undefined
  }
  const { operator, conditions } = value
  const isKnown = operator === 'AND' || operator === 'OR' || operator === 'NOT'
  if (!isKnown || !Array.isArray(conditions) || !conditions.every(isFilterNode)) return undefined
  return JSON.stringify(value).length > MAX_FILTER_LENGTH ? undefined : (value as FilterTree)
}

/** Either a group with conditions or a condition with a field. */
function isFilterNode(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('conditions' in node) return Array.isArray(node.conditions) && node.conditions.every(isFilterNode)
  const { field, operator, where = [] } = node as Record<string, unknown>
  const isCondition = typeof field === 'string' && typeof operator === 'string'
  return isCondition && Array.isArray(where) && where.every(isFilterNode)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes undefined values, so that URLs stay short. */
export const compact = <const T extends Search>(search: T): { [Name in keyof T]?: T[Name] | undefined } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>
