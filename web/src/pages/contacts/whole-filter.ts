import type { FilterLeaf, FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import type { ContactFilter } from '../../api/audience/contacts.ts'

/** Search, subscription and filter of the list as one filter; undefined if there is none. */
export function wholeFilter({ search, subscribed, filter }: ContactFilter): FilterTree | undefined {
  const simple: FilterLeaf[] = [
    ...(search === undefined ? [] : [{ field: 'email', operator: 'contains' as const, value: search }]),
    ...(subscribed === undefined
      ? []
      : [{ field: 'subscribed', operator: 'equals' as const, value: subscribed }]),
  ]
  if (simple.length === 0) return filter
  // The conditions of an AND need no level of their own.
  const rest = filter && (filter.operator === 'AND' ? filter.conditions : [filter])
  return { operator: 'AND', conditions: [...simple, ...(rest ?? [])] }
}
