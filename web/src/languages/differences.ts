// Compares texts with their translation: the same keys, no empty text, and functions that show the same values.

type Call = (...values: readonly unknown[]) => unknown

/** Values that are found again in a text, also where numbers are formatted. Many are tried: some texts depend on them. */
const SAMPLES: readonly ((index: number) => unknown)[] = [
  (index) => 2311 + index * 1010,
  () => 1,
  () => 0,
  (index) => `value${index}`,
  (index) => [`first${index}`, `second${index}`],
  (index) => (index === 0 ? undefined : `value${index}`),
  (index) => (index === 0 ? 2311 : `value${index}`),
  (index) => (index === 0 ? `value${index}` : 2311),
  (index) => (index === 0 ? 1 : `value${index}`),
  () => true,
  () => false,
]

/** Values that must not get lost; 0 and 1 may be a word. */
const MARKS = /(?:value|first|second)\d|\b2311\b|\b3321\b|\b4331\b/g

const marksOf = (text: unknown): string => {
  const plain = JSON.stringify(text).replaceAll(/(?<=\d)[.,\s](?=\d{3})/g, '')
  return [...new Set(plain.match(MARKS))].sort().join(' ')
}

/** Undefined if the function does not take such values. */
function textFrom(call: Call, values: readonly unknown[]): unknown {
  try {
    return call(...values)
  } catch {
    return undefined
  }
}

function differencesOfCalls(english: Call, other: Call): string[] {
  if (english.length !== other.length) return [`takes ${other.length} instead of ${english.length} values`]
  return SAMPLES.flatMap((sample) => {
    const values = Array.from({ length: english.length }, (_, index) => sample(index))
    const expected = textFrom(english, values)
    if (expected === undefined) return []
    const found = textFrom(other, values)
    if (marksOf(found ?? '') !== marksOf(expected)) {
      return [
        `makes ${JSON.stringify(found)} of ${JSON.stringify(values)}, in English ${JSON.stringify(expected)}`,
      ]
    }
    return differencesOf(expected, found)
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The mistakes of a translation, each with the path of its key. */
export function differencesOf(english: unknown, other: unknown): string[] {
  if (isRecord(english) && isRecord(other)) {
    const keys = new Set([...Object.keys(english), ...Object.keys(other)])
    return [...keys].flatMap((key) =>
      differencesOf(english[key], other[key]).map((difference) => `${key}: ${difference}`),
    )
  }
  if (typeof english === 'function' && typeof other === 'function') {
    return differencesOfCalls(english as Call, other as Call)
  }
  if (typeof english !== typeof other) {
    return [other === undefined ? 'missing' : 'not in English, or not of this type']
  }
  const isEmpty = typeof other === 'string' && other.trim() === '' && english !== ''
  return isEmpty ? ['empty'] : []
}
