const CHARACTERS = 150
const BEFORE = 40

export type ExcerptPart = { text: string; isMatch: boolean }

/** The words around the first match, cut where matches begin and end. */
export function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const pattern = new RegExp(`(${terms.map((term) => RegExp.escape(term)).join('|') || '$^'})`, 'gi')
  const shown = cutAround(text, { first: text.search(pattern), characters: CHARACTERS })
  return shown.split(pattern).map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
}

/** @param first where the first match begins; below 0 if there is none */
export function cutAround(
  text: string,
  { first, characters }: { first: number; characters: number },
): string {
  // Cut between words.
  const begin = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const cut = text.slice(begin, begin + characters)
  return `${begin > 0 ? '… ' : ''}${cut}${begin + characters < text.length ? ' …' : ''}`
}
