/** Both count from 1; columns count UTF-16 code units, as editors do. */
export type Place = { line: number; column: number }
export type PlaceOf = (offset: number) => Place

/** Converts an offset of the source to the line and column in an editor. */
export function placesIn(source: string): PlaceOf {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
