// The distance of a typed word from the intended one, with typing errors in mind: which key, not only how many letters.
// One edit is classified by its kind; two are counted by the Damerau-Levenshtein distance with adjacent transpositions
// (optimal string alignment).

/**
 * `slip`: one typical typing error (swapped, doubled or dropped letter, an adjacent key, a hyphen). `edit`: any other single
 * edit, including all at the first letter, which people rarely get wrong and which makes another word (cloud for icloud).
 * `two-edits`: exactly two.
 */
export type Misspelling = 'slip' | 'edit' | 'two-edits'

/** Adjacent keys on QWERTY, and digits for the letters that they resemble. QWERTZ and AZERTY differ in few of them. */
const KEYS_BESIDE: Readonly<Record<string, string>> = {
  a: 'qwsz',
  b: 'vghn',
  c: 'xdfv',
  d: 'serfcx',
  e: 'wsdr34',
  f: 'drtgvc',
  g: 'ftyhbv',
  h: 'gyujnb',
  i: 'ujko891',
  j: 'huikmn',
  k: 'jiolm',
  l: 'kop1',
  m: 'njk',
  n: 'bhjm',
  o: 'iklp90',
  p: 'ol0',
  q: 'wa12',
  r: 'edft45',
  s: 'awedxz5',
  t: 'rfgy56',
  u: 'yhji78',
  v: 'cfgb',
  w: 'qase23',
  x: 'zsdc',
  y: 'tghu67',
  z: 'asx',
}

/** The kind of error; undefined for equal words and for more than two edits. */
export function misspellingOf(typed: string, meant: string): Misspelling | undefined {
  let start = 0
  while (start < meant.length && typed[start] === meant[start]) start += 1
  let fromEnd = 0
  const most = Math.min(typed.length, meant.length) - start
  while (fromEnd < most && typed.at(-1 - fromEnd) === meant.at(-1 - fromEnd)) fromEnd += 1
  const wrote = typed.slice(start, typed.length - fromEnd)
  const left = meant.slice(start, meant.length - fromEnd)
  if (wrote === '' && left === '') return undefined
  if (wrote.length <= 1 && left.length <= 1) {
    return isSlip({ wrote, left, meant, start }) ? 'slip' : 'edit'
  }
  if (wrote.length === 2 && wrote[0] === left[1] && wrote[1] === left[0] && left.length === 2) return 'slip'
  return isTwoEdits(wrote, left) ? 'two-edits' : undefined
}

// Short words are close to too many others.
const LETTERS_FOR_ONE_EDIT = 5
const LETTERS_FOR_TWO_EDITS = 8

/** Whether the unknown name `given` is probably the known name `meant`. */
export function isMisspelt(given: string, meant: string): boolean {
  if (given.length < LETTERS_FOR_ONE_EDIT || Math.abs(given.length - meant.length) > 2) return false
  const how = misspellingOf(given, meant)
  if (how === 'two-edits') return given.length >= LETTERS_FOR_TWO_EDITS
  return how !== undefined
}

type OneEdit = { wrote: string; left: string; meant: string; start: number }

function isSlip({ wrote, left, meant, start }: OneEdit): boolean {
  const before = meant[start - 1]
  const after = meant[start + left.length]
  // A letter typed twice, or in place of its neighbour.
  const isRepeat = wrote !== '' && (wrote === before || wrote === after)
  if (start === 0) return isRepeat && left === ''
  if (wrote === '' || isRepeat || (wrote === '-' && left === '')) return true
  const hit = left === '' ? [before, after] : [left]
  return hit.some((key) => key !== undefined && KEYS_BESIDE[key]?.includes(wrote) === true)
}

/** Whether the differing parts, without common prefix and suffix, have a distance of exactly two. */
function isTwoEdits(a: string, b: string): boolean {
  // Each edit changes the length by one at most.
  if (Math.abs(a.length - b.length) > 2) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      now.push(cost)
    }
    beforeLast = last
    last = now
  }
  return last[b.length] === 2
}
