const MOST_SHOWN = 300

/** A text from outside, as part of a sentence: short, and without characters that PostgreSQL cannot store. */
export function shown(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return clean.length > MOST_SHOWN
    ? `${clean.slice(0, MOST_SHOWN).toWellFormed()}…`
    : clean.replace(/\.$/, '')
}
