import { createFilterRunner } from './filter-limit.service.ts'
import type { FilterRunner } from './filter-limit.service.ts'
import { matchesFilter } from './filter.queries.ts'

/** What features that choose contacts by a filter are given. */
export type Filters = {
  /** A checked tree as a condition of SQL on the table contacts. */
  matches: typeof matchesFilter
  /** Runs statements with such a condition for a caller, who must not wait for long or hold up others. */
  run: FilterRunner
}

export function createFilters(): Filters {
  return { matches: matchesFilter, run: createFilterRunner() }
}
