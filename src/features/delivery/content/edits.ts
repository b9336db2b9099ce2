/** A range of a source and its replacement. */
export type Edit = { from: number; to: number; text: string }

/** Applies edits, which must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    parts.push(source.slice(at, from), text)
    at = to
  }
  return parts.join('') + source.slice(at)
}
