export { valueAt } from '../../platform/conditions/test-value.ts'
export { normalizeAddress } from './matching/condition.ts'
export { evaluateFilter, makeDataTest, treeHolds } from './matching/evaluate-filter.ts'
export type {
  ContactFacts,
  CountedLeaves,
  DataTest,
  EmailFact,
  EventFact,
  HistoryFacts,
  TopicFacts,
} from './matching/evaluate-filter.ts'
export { parseExactly } from '../../platform/conditions/exact-numbers.ts'
export { dataSql, orderedValue, valueAt as dataValueSql } from './matching/data-condition.queries.ts'
export { isLeapYear } from '../../platform/conditions/day-of-year.ts'
export type { OrderedPath } from './matching/data-condition.queries.ts'
export { orderedPaths } from './reading/filter-ranges.ts'
export { explainFilter, leavesOf } from './reading/filter-explain.ts'
export type { ExplainedCondition, LeafResult } from './reading/filter-explain.ts'
export { filterWords, namesOf } from './reading/filter-words.ts'
export { placedLeaves } from './placed-leaves.ts'
export { hasReferences, segmentIdsIn } from './filter-segments.service.ts'
export { topicKeysIn } from './filter-topics.service.ts'
export type { FindEmailOrigins } from './filter-email-origins.service.ts'
export type { FindSegments } from './filter-segments.service.ts'
export type { FilterContext, FilterSources, ReferencedSegment } from './matching/filter.queries.ts'
export { setFilterMemory, isTooSlow } from './filter-limit.service.ts'
export { createFilters } from './filters.service.ts'
export type { Filters, ReadyFilter } from './filters.service.ts'
