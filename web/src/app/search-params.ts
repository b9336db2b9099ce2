// Reads the search params of a URL. Invalid values are left out, never an error: people type and share URLs.
import type { FilterTree } from '../../../src/features/filters/filters.schema.ts'

type Reader<T> = (value: unknown) => T | undefined

/** The longest search of the API. */
const MAX_TEXT_LENGTH = 254

export const textParam: Reader<string> = (value) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT_LENGTH) : undefined
}

/** The longest URL of a link that filters take. */
const MAX_URL_LENGTH = 2000

export const urlParam: Reader<string> = (value) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_URL_LENGTH ? value : undefined

// More than a body of a megabyte has.
const MOST_LINES = 2_000_000

export const lineParam: Reader<number> = (value) => {
  const line = Number(value)
  return Number.isInteger(line) && line > 0 && line < MOST_LINES ? line : undefined
}

export const choiceParam =
  <const T extends string>(choices: readonly T[]): Reader<T> =>
  (value) => {
    const text = textParam(value)
    return choices.find((choice) => choice === text)
  }

/** Limit of the API. */
const MAX_FILTER_LENGTH = 8_000

/**
 * A filter as the API has it. Only its structure is checked: the page that has the schema reports problems inside.
 * The router has parsed the JSON already; in a link written by hand it may still be text.
 */
export const filterParam: Reader<FilterTree> = (raw) => {
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

/** Reads the params of a route. Undefined ones are left out, so that URLs stay short. */
export const searchParams =
  <T extends Record<string, Reader<unknown>>>(readers: T) =>
  (search: Record<string, unknown>) => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as {
      [Name in keyof T]?: ReturnType<T[Name]>
    }
  }
