const DELIMITERS = [',', ';', '\t', '|'] as const

/** The delimiter that splits the header at the start of `text` into the most columns; quoted parts do not count. */
export function findDelimiter(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  let canOpen = true
  for (const character of text) {
    const count = counts.get(character)
    if (character === '"' && (isQuoted || canOpen)) {
      isQuoted = !isQuoted
      canOpen = true
    } else if (!isQuoted) {
      if (character === '\n' || character === '\r') break
      if (count !== undefined) counts.set(character, count + 1)
      canOpen = count !== undefined
    }
  }
  // On a tie, the first of the list.
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
