/** As in the schema of the API. */
const LONGEST_KEY = 50

const MARKS = /\p{M}/gu
const OTHERS = /[^a-z0-9]+/g

/** A key for a new record, made from its name; a number follows if the key is taken. */
export function proposedKey(name: string, taken: readonly string[]): string {
  const words = name.normalize('NFKD').replaceAll(MARKS, '').toLowerCase()
  const key = trimmed(words.replaceAll(OTHERS, '-').slice(0, LONGEST_KEY))
  if (key === '') return ''
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`
    const proposal = `${trimmed(key.slice(0, LONGEST_KEY - suffix.length))}${suffix}`
    if (!taken.includes(proposal)) return proposal
  }
}

const trimmed = (key: string): string => key.replaceAll(/^-+|-+$/g, '')
