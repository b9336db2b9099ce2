// Finding text without regard to upper and lower case, the same way in PostgreSQL and here. What lower() makes of a letter
// depends on the locale of the database, so neither side uses it: both replace the capitals that matter for this one
// text, which are few and listed here, and then compare exactly.

export type CaseBlindText = {
  /** The text in small letters. */
  text: string
  /** The capitals of its letters, and what to put in their place. */
  capitals: ReadonlyMap<string, string>
}

/** The other case of a character, if it is one character too: that of ß is SS. */
const single = (changed: string, letter: string) => (Array.from(changed).length === 1 ? changed : letter)

export function caseBlind(given: string): CaseBlindText {
  const letters = Array.from(given, (letter) => single(letter.toLowerCase(), letter))
  const capitals = new Map<string, string>()
  for (const letter of letters) {
    const capital = single(letter.toUpperCase(), letter)
    // σ and ς share the capital Σ: whichever comes first in the text gets it.
    if (capital !== letter && !capitals.has(capital)) capitals.set(capital, letter)
  }
  return { text: letters.join(''), capitals }
}

/** What translate() of PostgreSQL does. */
export function replaceCapitals(given: string, capitals: ReadonlyMap<string, string>): string {
  return capitals.size === 0 ? given : Array.from(given, (letter) => capitals.get(letter) ?? letter).join('')
}
