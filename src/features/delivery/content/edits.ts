/** A stretch of a source and what stands there instead. */
export type Edit = { from: number; to: number; text: string }

/** The source with all edits, which must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    parts.push(source.slice(at, from), text)
    at = to
  }
  return parts.join('') + source.slice(at)
}
