// Parses a cell with a JSON object of data keys, as exports write it. Values that JSON allows and the database does not are
// found here, row by row: in the database they would fail the whole batch.
import { LONGEST_KEY } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_KEYS } from '../contacts.schema.ts'

// Twice the limit of a contact's data, which is checked later: a file may spell characters as \u00e9.
const LONGEST_CELL = 131_072

// As deep as a request body may be.
const MAX_DEPTH = 64

type JsonCell = { ok: true; data: Record<string, unknown> } | { ok: false; message: string }

/** Leaves out keys whose value is null, which would delete the key: an empty cell is skipped, too. */
export function readJsonCell(cell: string): JsonCell {
  if (cell.length > LONGEST_CELL) return bad('must be at most 64 kB of JSON')
  const value = parsed(cell)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('must be a JSON object, such as {"plan": "pro"}')
  }
  const entries = Object.entries(value).filter(([key, inner]) => inner !== null && key !== '__proto__')
  if (entries.length > MOST_KEYS) return bad(`must have at most ${MOST_KEYS.toLocaleString('en')} keys`)
  if (entries.some(([key]) => key.length > LONGEST_KEY)) {
    return bad(`must have keys of at most ${LONGEST_KEY} characters`)
  }
  const message = problemOf(value, 0)
  return message === undefined ? { ok: true, data: Object.fromEntries(entries) } : bad(message)
}

const bad = (message: string): JsonCell => ({ ok: false, message })

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown
  } catch {
    return undefined
  }
}

function problemOf(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH} levels`
  if (typeof value === 'string') return problemOfText(value)
  // 1e400 is valid JSON, but parsed as Infinity it would be stored as null.
  if (value === Infinity || value === -Infinity) return 'must not hold numbers over 1.7e308'
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const message = problemOfText(key) ?? problemOf(inner, depth + 1)
    if (message !== undefined) return message
  }
  return undefined
}

function problemOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character'
  if (!text.isWellFormed()) return 'must be valid Unicode text'
  return text.includes('\uFFFD') ? 'is not UTF-8 text; save the file with the encoding UTF-8' : undefined
}
