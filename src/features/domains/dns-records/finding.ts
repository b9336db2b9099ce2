/** What a look at DNS says of one record. Only `missing` and `mismatch` speak against it. */
export type Finding = {
  status: 'ok' | 'missing' | 'mismatch' | 'unknown'
  /** What is there, as people see it in their DNS panel. */
  found: string[]
  detail: string | null
}

// A name may hold any number of texts of 64 kB each; a person compares the first few lines.
const MOST_FOUND = 10
const MOST_CHARACTERS = 1_000

export const ok = (found: readonly string[], detail: string | null = null): Finding => ({
  status: 'ok',
  found: shown(found),
  detail,
})

export const mismatch = (found: readonly string[], detail: string): Finding => ({
  status: 'mismatch',
  found: shown(found),
  detail,
})

export const missing = (detail: string | null = null): Finding => ({ status: 'missing', found: [], detail })

export const unknown = (reason: string): Finding => ({
  status: 'unknown',
  found: [],
  detail: `Could not be checked: ${reason}.`,
})

/** TXT records may hold any byte. Control characters are no help to a reader, and JSON in PostgreSQL takes no NUL. */
function shown(texts: readonly string[]): string[] {
  return texts.slice(0, MOST_FOUND).map((text) =>
    text
      .slice(0, MOST_CHARACTERS)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '\ufffd'),
  )
}
