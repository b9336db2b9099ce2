// Which rows of a list are chosen, and which one the keys have come to. Pure.
export type Ids = ReadonlySet<string>

export function toggled(ids: Ids, id: string): Ids {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** How many of the rows that are loaded are chosen. */
export function chosenOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  ids: Ids,
): 'none' | 'some' | 'all' {
  // Drawn with every step of scrolling: a long list is gone through only while something is chosen.
  const chosen = ids.size === 0 ? 0 : rows.filter((row) => ids.has(idOf(row))).length
  if (chosen === 0) return 'none'
  return chosen === rows.length ? 'all' : 'some'
}

/** The row that j and k lead to; -1 is before the first. */
export function movedTo(active: number, key: 'j' | 'k', rowCount: number): number {
  return Math.max(0, Math.min(rowCount - 1, active + (key === 'j' ? 1 : -1)))
}
