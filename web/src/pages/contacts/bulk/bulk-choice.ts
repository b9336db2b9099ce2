import type { ContactFilter } from '../../../api/audience/contacts.ts'
import { wholeFilter } from '../whole-filter.ts'

type Choice = {
  ids: ReadonlySet<string>
  /** The count of the list, loaded or not; undefined while it is counted. */
  total: number | undefined
  filter: ContactFilter
}

/** The contacts of a bulk action: the selected rows, or with `isAll` everything that matches. */
export const bulkChoice = ({ ids, total, filter }: Choice, isAll: boolean) => ({
  count: isAll && total !== undefined ? total : ids.size,
  canSelectAll: !isAll && total !== undefined && total > ids.size,
  body: isAll ? { filter: wholeFilter(filter) ?? {} } : { ids: [...ids] },
})
