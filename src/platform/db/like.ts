// LIKE patterns for literal text: `%`, `_` and the backslash are escaped.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A blank text searches for nothing: the list shows everything. */
export const isSearched = (search: string | undefined): search is string => (search ?? '').trim() !== ''

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of texts that contain this one. */
export const containing = (text: string): string => `%${literal(text)}%`

/** The pattern of texts that begin with this one. */
export const startingWith = (text: string): string => `${literal(text)}%`

/** The pattern of texts that end with this one. */
export const endingWith = (text: string): string => `%${literal(text)}`

/** A Greek word ends with ς, which ILIKE treats as a different letter than the σ that it makes of every Σ. */
const SIGMAS = /[Σσς]/g

/**
 * Whether a column contains a text, ignoring case. The first pattern has "_", which matches any character, for each sigma:
 * it can use a trigram index, and leaves few rows to the second.
 */
export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const pattern = containing(text)
  const isFound = sql`${column} ilike ${pattern.replace(SIGMAS, '_')}`
  if (text.search(SIGMAS) === -1) return isFound
  return sql`(${isFound} and translate(${column}, 'Σς', 'σσ') ilike ${pattern.replace(SIGMAS, 'σ')})`
}
