import type { FilterLeaf, FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import type { ContactFilter } from '../../api/contacts.ts'

/** Everything that narrows the list, as one filter; undefined if nothing does. */
export function wholeFilter({ search, subscribed, filter }: ContactFilter): FilterTree | undefined {
  const simple: FilterLeaf[] = [
    ...(search === undefined ? [] : [{ field: 'email', operator: 'contains' as const, value: search }]),
    ...(subscribed === undefined
      ? []
      : [{ field: 'subscribed', operator: 'equals' as const, value: subscribed }]),
  ]
  if (simple.length === 0) return filter
  // Another AND is no reason for one level more.
  const rest = filter && (filter.operator === 'AND' ? filter.conditions : [filter])
  return { operator: 'AND', conditions: [...simple, ...(rest ?? [])] }
}
