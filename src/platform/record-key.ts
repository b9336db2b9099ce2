// The place of a record in a sorted list, for the cursor of the next page (db/record-order.ts).
import type { NameSort, RecordSort } from './record-sorts.values.ts'

/** The sort without its direction. */
export const sortedColumn = (sort: RecordSort): string => sort.replace('-', '')

/** As `recordKey`, for records whose last change is not stored. */
export const nameKey = (sort: NameSort, { id, name }: { id: string; name: string }): string =>
  sortedColumn(sort) === 'name' ? JSON.stringify([name, id]) : id

/** The key of a row, for the cursor of the next page. */
export function recordKey(sort: RecordSort, row: { id: string; name: string; updated_at: Date }): string {
  const column = sortedColumn(sort)
  if (column === 'createdAt') return row.id
  return JSON.stringify([column === 'name' ? row.name : row.updated_at.toISOString(), row.id])
}
