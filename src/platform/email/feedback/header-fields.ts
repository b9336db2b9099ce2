/** A header field, or a field of a report: the syntax is the same (RFC 3464 section 2.1, RFC 5965 section 3). */
export type Field = { name: string; value: string }

const FIELD = /^([!-9;-~]{1,80})[ \t]{0,20}:/

// A report on a hundred recipients has about ten fields for each, and the header of an original about as many.
const MOST_FIELDS = 2_000

/** Reads a block of fields, unfolded, names in lower case. Skips lines that are not fields. */
export function readFields(block: string): Field[] {
  const fields: { name: string; lines: string[] }[] = []
  for (const line of block.split('\n')) {
    const name = FIELD.exec(line)?.[1]
    if (/^[ \t]/.test(line)) fields.at(-1)?.lines.push(line.trim())
    else if (name !== undefined) {
      if (fields.length >= MOST_FIELDS) break
      fields.push({ name: name.toLowerCase(), lines: [line.slice(line.indexOf(':') + 1).trim()] })
    }
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join(' ').trim() }))
}

/** The header of an email: the fields before its first empty line. */
export function readHeader(source: string): Field[] {
  const text = source.replace(/^\s+/, '')
  const end = text.search(/\n[ \t]*\n/)
  return readFields(end < 0 ? text : text.slice(0, end))
}

export function firstOf(fields: readonly Field[], ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.find((field) => field.name === name && field.value !== '')?.value
    if (value !== undefined) return value
  }
  return undefined
}
