// Shared by the build, which writes the search index, and the page, which reads it.
import type { Options, SearchOptions } from 'minisearch'

export type Section = {
  /** Its address. */
  id: string
  page: string
  heading: string
  text: string
  weight: number
}

export const SEARCH_OPTIONS: Options<Section> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text', 'weight'],
}

export const FIND_OPTIONS: SearchOptions = {
  prefix: true,
  // One wrong letter in a word of five.
  fuzzy: (term) => (term.length > 3 ? 0.2 : false),
  boost: { page: 4, heading: 3 },
  combineWith: 'AND',
  boostDocument: (_id, _term, stored) => (typeof stored?.['weight'] === 'number' ? stored['weight'] : 1),
}
