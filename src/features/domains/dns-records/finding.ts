/** The result of checking one record. Only `missing` and `mismatch` count as wrong. */
export type RecordFinding = {
  status: 'ok' | 'missing' | 'mismatch' | 'unknown'
  /** The values in DNS, as a DNS panel shows them. */
  found: string[]
  detail: string | null
}

// A name may hold any number of texts of 64 kB each; the first few lines are enough to compare.
const MOST_FOUND = 10
const MOST_CHARACTERS = 1_000

export const ok = (found: readonly string[], detail: string | null = null): RecordFinding => ({
  status: 'ok',
  found: toPrintable(found),
  detail,
})

export const mismatch = (found: readonly string[], detail: string): RecordFinding => ({
  status: 'mismatch',
  found: toPrintable(found),
  detail,
})

export const missing = (detail: string | null = null): RecordFinding => ({
  status: 'missing',
  found: [],
  detail,
})

export const unknown = (reason: string): RecordFinding => ({
  status: 'unknown',
  found: [],
  detail: `Could not be checked: ${reason}.`,
})

/** TXT records may hold any byte. Control characters do not help a reader, and JSON in PostgreSQL cannot hold NUL. */
function toPrintable(texts: readonly string[]): string[] {
  return texts.slice(0, MOST_FOUND).map((text) =>
    text
      .slice(0, MOST_CHARACTERS)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '\ufffd'),
  )
}
