// Finding text without regard to upper and lower case, the same way in PostgreSQL and here. What lower() makes of a letter
// depends on the locale of the database, so neither side uses it: both replace the capitals that matter for this one
// text, which are few and listed here, and then compare exactly.

export type CaseBlindText = {
  /** The text in small letters. */
  text: string
  /** The other forms of its letters, mostly capitals, and what to put in their place. */
  capitals: ReadonlyMap<string, string>
}

/**
 * Forms that asking for the capital of a letter does not find: a Greek word ends with ς, the sign for "micro" is not the
 * Greek letter, and the capital of ß has two letters unless somebody writes ẞ.
 */
const OTHER_FORMS = new Map([
  ['σ', 'ς'],
  ['μ', 'µ'],
  ['ß', 'ẞ'],
])
const LETTERS_OF_FORMS = new Map([...OTHER_FORMS].map(([letter, form]) => [form, letter]))

/** The other case of a character, if it is one character too: that of ß is SS. */
const single = (changed: string, letter: string) => (Array.from(changed).length === 1 ? changed : letter)

function smallLetter(given: string): string {
  const letter = single(given.toLowerCase(), given)
  return LETTERS_OF_FORMS.get(letter) ?? letter
}

export function caseBlind(given: string): CaseBlindText {
  const letters = Array.from(given, smallLetter)
  const capitals = new Map<string, string>()
  for (const letter of letters) {
    const other = OTHER_FORMS.get(letter)
    if (other !== undefined) capitals.set(other, letter)
    const capital = single(letter.toUpperCase(), letter)
    // Two letters may share a capital, as β and ϐ do: whichever comes first in the text gets it.
    if (capital !== letter && !capitals.has(capital)) capitals.set(capital, letter)
  }
  return { text: letters.join(''), capitals }
}

/** What translate() of PostgreSQL does. */
export function replaceCapitals(given: string, capitals: ReadonlyMap<string, string>): string {
  return capitals.size === 0 ? given : Array.from(given, (letter) => capitals.get(letter) ?? letter).join('')
}
