// Case-insensitive search with the same result in PostgreSQL and here. The result of lower() depends on the locale of the
// database, so neither side uses it: both replace the few capitals that matter for the searched text, and then compare exactly.

export type CaseBlindText = {
  /** The text in lower case. */
  text: string
  /** The other forms of its letters, mostly capitals, with their replacements. */
  capitals: ReadonlyMap<string, string>
}

/**
 * Forms that toUpperCase() does not find: a Greek word ends with ς, the sign for "micro" is not the Greek letter, and the capital of
 * ß has two letters unless somebody writes ẞ.
 */
const OTHER_FORMS = new Map([
  ['σ', 'ς'],
  ['μ', 'µ'],
  ['ß', 'ẞ'],
])
const LETTERS_OF_FORMS = new Map([...OTHER_FORMS].map(([letter, form]) => [form, letter]))

/** The other case of a character, if it is one character too; that of ß is SS. */
const single = (changed: string, letter: string) => (Array.from(changed).length === 1 ? changed : letter)

function lowerCase(text: string): string {
  const letter = single(text.toLowerCase(), text)
  return LETTERS_OF_FORMS.get(letter) ?? letter
}

export function caseBlind(text: string): CaseBlindText {
  const letters = Array.from(text, lowerCase)
  const capitals = new Map<string, string>()
  for (const letter of letters) {
    const other = OTHER_FORMS.get(letter)
    if (other !== undefined) capitals.set(other, letter)
    const capital = single(letter.toUpperCase(), letter)
    // Two letters may share a capital, as β and ϐ do: the first one in the text gets it.
    if (capital !== letter && !capitals.has(capital)) capitals.set(capital, letter)
  }
  return { text: letters.join(''), capitals }
}

/** Equivalent to translate() of PostgreSQL. */
export function replaceCapitals(text: string, capitals: ReadonlyMap<string, string>): string {
  return capitals.size === 0 ? text : Array.from(text, (letter) => capitals.get(letter) ?? letter).join('')
}
