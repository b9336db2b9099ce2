import { createFilterRunner } from './filter-limit.service.ts'
import type { FilterRunner } from './filter-limit.service.ts'
import { matchesFilter } from './filter.queries.ts'
import type { FilterContext, FilterSources } from './filter.queries.ts'
import type { FilterTree } from './filters.schema.ts'

/** What features that choose contacts by a filter are given. */
export type Filters = {
  /** A checked tree as a condition of SQL on the table contacts. */
  matches(tree: FilterTree, context: FilterContext): ReturnType<typeof matchesFilter>
  /** Runs statements with such a condition for a caller, who must not wait for long or hold up others. */
  run: FilterRunner
}

/** `sources`: what the owners of events and emails contribute. */
export function createFilters(sources: FilterSources): Filters {
  return {
    matches: (tree, context) => matchesFilter(tree, { ...context, sources }),
    run: createFilterRunner(),
  }
}
