/** The values of a row that a list can be sorted by. */
export type Sorts<Row> = Readonly<Record<string, (row: Row) => string | number>>

/** The rows by `sort`, such as `name` or `-name`, which is the reverse. Without one, or with an unknown one, as they are. */
export function inOrder<Row>(rows: readonly Row[], sorts: Sorts<Row>, sort: string | undefined): Row[] {
  const isReverse = sort?.startsWith('-') ?? false
  const name = sort?.replace('-', '') ?? ''
  const valueOf = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!valueOf) return [...rows]
  const sorted = rows.toSorted((a, b) => compare(valueOf(a), valueOf(b)))
  return isReverse ? sorted.toReversed() : sorted
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
