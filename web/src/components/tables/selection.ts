// The selected rows of a list, and the active row. Pure.
export type Ids = ReadonlySet<string>

export function toggleId(ids: Ids, id: string): Ids {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** How many of the loaded rows are selected. */
export function selectionState<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  ids: Ids,
): 'none' | 'some' | 'all' {
  // Runs with every step of scrolling, so a long list is only scanned if something is selected.
  const chosen = ids.size === 0 ? 0 : rows.filter((row) => ids.has(idOf(row))).length
  if (chosen === 0) return 'none'
  return chosen === rows.length ? 'all' : 'some'
}

/** The next active row; -1 is before the first. */
export function nextIndex(active: number, key: 'j' | 'k', rowCount: number): number {
  return Math.max(0, Math.min(rowCount - 1, active + (key === 'j' ? 1 : -1)))
}
