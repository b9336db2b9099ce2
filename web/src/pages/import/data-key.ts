// Proposes a key of contact data for a column: one that the project has, or one that templates can use. Pure.

/** Letters and digits only, in lower case: "First name", "first_name" and "firstName" are the same. */
const looseForm = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Templates can write it after a dot: {{ data.firstName }}. */
const USABLE = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/** `known`: the keys that contacts of the project have. */
export function dataKeyFor(header: string, known: readonly string[]): string {
  if (known.includes(header)) return header
  const form = looseForm(header)
  const same = known.filter((key) => looseForm(key) === form)
  const [only] = same
  if (only !== undefined && same.length === 1) return only
  return USABLE.test(header) ? header : joinWords(header)
}

/** "First name" becomes firstName. A text without any letters stays as it is. */
function joinWords(header: string): string {
  const words = header.match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join('')
  return USABLE.test(joined) ? joined : header
}

/** Abbreviations stay as they are. */
const lowerFirst = (word: string): string =>
  word === word.toUpperCase() && word.length > 1
    ? word.toLowerCase()
    : word.charAt(0).toLowerCase() + word.slice(1)

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
