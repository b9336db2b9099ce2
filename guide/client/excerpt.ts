const CHARACTERS = 150
const BEFORE = 40

export type ExcerptPart = { text: string; isMatch: boolean }

/** The words around the first match, cut where matches begin and end. */
export function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const pattern = new RegExp(`(${terms.map((term) => RegExp.escape(term)).join('|') || '$^'})`, 'gi')
  const first = Math.max(text.search(pattern), 0)
  // Cut between words.
  const begin = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const cut = text.slice(begin, begin + CHARACTERS)
  const shown = `${begin > 0 ? '… ' : ''}${cut}${begin + CHARACTERS < text.length ? ' …' : ''}`
  return shown.split(pattern).map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
}
