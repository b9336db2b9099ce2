import type { Database, Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import { campaignsOf } from './filter-campaigns.service.ts'
import type { FindCampaigns, KnownCampaigns } from './filter-campaigns.service.ts'
import { createFilterRunner } from './filter-limit.service.ts'
import type { FilterRunner } from './filter-limit.service.ts'
import { segmentsOf } from './filter-segments.service.ts'
import type { FindSegments } from './filter-segments.service.ts'
import { leavesOf } from './reading/filter-explain.ts'
import { nextChange } from './matching/filter-next-change.queries.ts'
import { isTimed, watchesOf } from './reading/filter-watches.ts'
import { alternativesOf, answersLeaf, matchesFilter } from './matching/filter.queries.ts'
import type { FilterContext, FilterSources, KnownSegments } from './matching/filter.queries.ts'
import type { FilterTree } from './filters.schema.ts'

type Sql = ReturnType<typeof matchesFilter>

/** A filter with the segments and campaigns that it refers to, as they are now. */
export type ReadyFilter = { tree: FilterTree; segments: KnownSegments; campaigns: KnownCampaigns }

/** `field`: where the caller has the filter, such as `filters`. Problems are named by it. */
type Asked = { projectId: ProjectId; field: string }

/** What features that choose contacts by a filter are given. */
export type Filters = {
  /**
   * A checked tree as a condition of SQL on the table contacts.
   * @throws AppError with the path of a leaf that names no segment or campaign of the project
   */
  matching(db: Db | Trx, tree: FilterTree, asked: Asked & { now: Date }): Promise<Sql>
  /** The first half of it, for who needs to know the segments. `savedIn`: the segment that the filter is to belong to. */
  prepare(
    db: Db | Trx,
    tree: FilterTree,
    asked: Asked & { savedIn?: SegmentId | undefined },
  ): Promise<ReadyFilter>
  /** The second half. */
  matches(ready: ReadyFilter, context: FilterContext): Sql
  /** The same as conditions of which any may hold, for statements that have to find everybody. */
  alternatives(ready: ReadyFilter, context: FilterContext): Sql[]
  /** For each leaf, in the order of leavesOf, whether it holds and how often it happened, as columns over contacts. */
  answers(ready: ReadyFilter, context: FilterContext): { holds: Sql; times: Sql }[]
  /** What the filter looks at (filter-watches.ts), and whether time alone can change who matches. */
  watches(ready: ReadyFilter): { watches: Set<string>; isTimed: boolean }
  /** When the answer for a contact may next change by time alone, as an expression over contacts; null for never. */
  nextChange(ready: ReadyFilter, context: FilterContext): Sql
  /** Runs statements with such a condition for a caller, who must not wait for long or hold up others. */
  run: FilterRunner
}

/** What the owners of events, emails and segments contribute. */
export type FilterGiven = {
  database: Database
  sources: FilterSources
  findSegments: FindSegments
  findCampaigns: FindCampaigns
}

export function createFilters({ database, sources, findSegments, findCampaigns }: FilterGiven): Filters {
  const prepare: Filters['prepare'] = async (db, tree, asked) => {
    const campaigns = await campaignsOf(db, tree, { ...asked, findCampaigns })
    return { tree, campaigns, segments: await segmentsOf(db, tree, { ...asked, findSegments }) }
  }
  const matches: Filters['matches'] = ({ tree, segments }, context) =>
    matchesFilter(tree, { ...context, sources, segments })
  return {
    prepare,
    matches,
    async matching(db, tree, { now, ...asked }) {
      return matches(await prepare(db, tree, asked), { projectId: asked.projectId, now })
    },
    alternatives: ({ tree, segments }, context) => alternativesOf(tree, { ...context, sources, segments }),
    answers: ({ tree, segments }, context) =>
      leavesOf(tree).map((leaf) => answersLeaf(leaf, { ...context, sources, segments })),
    watches: ({ tree, segments }) => ({
      watches: watchesOf(tree, segments),
      isTimed: isTimed(tree, segments),
    }),
    nextChange: ({ tree, segments }, context) => nextChange(tree, { ...context, sources, segments }),
    run: createFilterRunner(database),
  }
}
