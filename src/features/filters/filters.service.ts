import type { Database, Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import { emailOriginsOf } from './filter-email-origins.service.ts'
import type { EmailOrigins, FindEmailOrigins } from './filter-email-origins.service.ts'
import { createFilterRunner } from './filter-limit.service.ts'
import type { FilterRunner } from './filter-limit.service.ts'
import { segmentsOf } from './filter-segments.service.ts'
import type { FindSegments } from './filter-segments.service.ts'
import { topicsOf } from './filter-topics.service.ts'
import type { FindTopics } from './filter-topics.service.ts'
import { leavesOf } from './reading/filter-explain.ts'
import { nextChange } from './matching/filter-next-change.queries.ts'
import { isTimed, watchesOf } from './reading/filter-watches.ts'
import { isContactOnly } from './matching/contact-only.ts'
import { alternativesOf, leafColumns, matchesFilter } from './matching/filter.queries.ts'
import type {
  FilterContext,
  FilterSources,
  ReferencedSegments,
  ReferencedTopics,
} from './matching/filter.queries.ts'
import type { FilterTree } from './filters.schema.ts'

type Sql = ReturnType<typeof matchesFilter>

/** A filter with the segments, topics, and campaigns, templates and workflows that it refers to, as they are now. */
export type ReadyFilter = {
  tree: FilterTree
  segments: ReferencedSegments
  topics: ReferencedTopics
  emailOrigins: EmailOrigins
}

/** `field`: the field of the request that has the filter, such as `filters`, for error messages. */
type FilterOrigin = { projectId: ProjectId; field: string }

/** The functions for features that select contacts by a filter. */
export type Filters = {
  /**
   * A checked tree as an SQL condition on the table contacts: prepare and matches in one call.
   * @throws AppError with the path of a leaf that names no segment, topic, campaign, template or workflow of the project
   */
  matching(db: Db | Trx, tree: FilterTree, origin: FilterOrigin & { now: Date }): Promise<Sql>
  /** Looks up what the filter refers to. `savedIn`: the segment that the filter is saved in. */
  prepare(
    db: Db | Trx,
    tree: FilterTree,
    origin: FilterOrigin & { savedIn?: SegmentId | undefined },
  ): Promise<ReadyFilter>
  matches(ready: ReadyFilter, context: FilterContext): Sql
  /** The filter as conditions to combine with OR, for statements that have to find all contacts. */
  alternatives(ready: ReadyFilter, context: FilterContext): Sql[]
  /** Whether the row of a contact alone decides, without events, emails and lists. */
  isContactOnly(ready: ReadyFilter): boolean
  /** For each leaf, in the order of leavesOf, columns over contacts: whether it holds, and the number of events or emails. */
  leafColumns(ready: ReadyFilter, context: FilterContext): { holds: Sql; times: Sql }[]
  /** The changes that matter to the filter (filter-watches.ts), and whether time alone can change its matches. */
  watches(ready: ReadyFilter): { watches: Set<string>; isTimed: boolean }
  /** When the result for a contact may next change by time alone, as an expression over contacts; null for never. */
  nextChange(ready: ReadyFilter, context: FilterContext): Sql
  /** Runs the statements of a filter for a request, within the limits of filter-limit.service.ts. */
  run: FilterRunner
}

/** The contributions of the features that own what filters refer to. */
export type FilterDependencies = {
  database: Database
  sources: FilterSources
  findSegments: FindSegments
  findTopics: FindTopics
  findEmailOrigins: FindEmailOrigins
}

export function createFilters(dependencies: FilterDependencies): Filters {
  const { database, sources, findSegments, findTopics, findEmailOrigins } = dependencies
  const prepare: Filters['prepare'] = async (db, tree, origin) => {
    const emailOrigins = await emailOriginsOf(db, tree, { ...origin, findEmailOrigins })
    const segments = await segmentsOf(db, tree, { ...origin, findSegments })
    return {
      tree,
      emailOrigins,
      segments,
      topics: await topicsOf(db, tree, { ...origin, segments, findTopics }),
    }
  }
  const matches: Filters['matches'] = ({ tree, segments, topics }, context) =>
    matchesFilter(tree, { ...context, sources, segments, topics })
  return {
    prepare,
    matches,
    async matching(db, tree, { now, ...origin }) {
      return matches(await prepare(db, tree, origin), { projectId: origin.projectId, now })
    },
    alternatives: ({ tree, segments, topics }, context) =>
      alternativesOf(tree, { ...context, sources, segments, topics }),
    isContactOnly: ({ tree, segments }) => isContactOnly(tree, segments),
    leafColumns: ({ tree, segments, topics }, context) =>
      leavesOf(tree).map((leaf) => leafColumns(leaf, { ...context, sources, segments, topics })),
    watches: ({ tree, segments }) => ({
      watches: watchesOf(tree, segments),
      isTimed: isTimed(tree, segments),
    }),
    nextChange: ({ tree, segments }, context) => nextChange(tree, { ...context, sources, segments }),
    run: createFilterRunner(database),
  }
}
