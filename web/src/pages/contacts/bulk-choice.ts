import type { ContactFilter } from '../../api/contacts.ts'
import { wholeFilter } from './whole-filter.ts'

type Choice = {
  ids: ReadonlySet<string>
  /** Of everything that the list shows, loaded or not; undefined while it is counted. */
  total: number | undefined
  filter: ContactFilter
}

/** Whom a bulk action is for. `isAll`: all that match, and not only the rows that were chosen. */
export const bulkChoice = ({ ids, total, filter }: Choice, isAll: boolean) => ({
  count: isAll && total !== undefined ? total : ids.size,
  /** There are more than were chosen. */
  canTakeAll: !isAll && total !== undefined && total > ids.size,
  body: isAll ? { filter: wholeFilter(filter) ?? {} } : { ids: [...ids] },
})
