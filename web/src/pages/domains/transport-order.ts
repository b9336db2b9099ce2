// The transports of a domain: ids in the order in which they are tried.

/** Swaps the one at `index` with its neighbour. */
export function moved(ids: readonly string[], index: number, by: 1 | -1): string[] {
  const order = [...ids]
  const [id] = order.splice(index, 1)
  if (id !== undefined) order.splice(Math.max(index + by, 0), 0, id)
  return order
}

/** The records of these ids, in their order. One that was deleted meanwhile is left out. */
export const inOrder = <T extends { id: string }>(ids: readonly string[], records: readonly T[]): T[] =>
  ids.flatMap((id) => records.find((record) => record.id === id) ?? [])
