// Counts the records of a CSV file in a stream of bytes, so that a job knows its total before it begins, and refuses a
// record that is too large before the parser holds it. A line end inside quotes does not end a record, and a blank line is
// not a record. As in the parser, a quote opens only at the start of a cell: one in the middle (5" pipe) is an ordinary
// character.

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const BOM = [0xef, 0xbb, 0xbf]

/** The limits of one record. */
export type RecordLimits = { columns: number; bytes: number }

// A contact has at most 64 kB of data. A larger row is not a contact, but a file that was made to fill the memory, or an
// unclosed quote that swallows the following rows.
export const ROW_LIMITS: RecordLimits = { columns: 1_000, bytes: 1_048_576 }

const NO_LIMITS: RecordLimits = { columns: Infinity, bytes: Infinity }

/** A record exceeds a limit. */
export class CsvLimitError extends Error {
  /** The header is row 1. */
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

export type RecordScanner = {
  /** @throws CsvLimitError for the first record that exceeds a limit, at the latest at the end of these bytes. */
  feed(bytes: Buffer): void
  /** The number of finished records. */
  ended(): number
  /** The number of records so far; a last line without a line end counts too. */
  count(): number
}

export function createRecordScanner(
  delimiter: string,
  { columns: mostColumns, bytes: mostBytes } = NO_LIMITS,
): RecordScanner {
  const separator = delimiter.charCodeAt(0)
  let records = 0
  let position = 0
  let isQuoted = false
  let canOpen = true
  let hasContent = false
  let columns = 1
  /** Bytes of the current record before the bytes that are being fed. */
  let bytesBefore = 0

  const tooWide = () =>
    new CsvLimitError(records + 1, `the row has more than ${mostColumns.toLocaleString('en')} columns`)
  const requireLength = (length: number): void => {
    if (length <= mostBytes) return
    const limit = `${mostBytes.toLocaleString('en')} bytes`
    throw new CsvLimitError(
      records + 1,
      `the row is longer than ${limit}; is there a quote that never closes?`,
    )
  }

  const feed = (bytes: Buffer): void => {
    let start = -bytesBefore
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (position < BOM.length && byte === BOM[position++]) continue
      position = BOM.length
      if (byte === QUOTE && (isQuoted || canOpen)) {
        isQuoted = !isQuoted
        // A quote right after a closing one is an escaped quote, and opens again.
        canOpen = true
        hasContent = true
      } else if (isQuoted) {
        continue
      } else if (byte === LF || byte === CR) {
        requireLength(index - start)
        if (hasContent) records += 1
        hasContent = false
        canOpen = true
        columns = 1
        start = index + 1
      } else {
        hasContent = true
        canOpen = byte === separator
        if (canOpen && (columns += 1) > mostColumns) throw tooWide()
      }
    }
    bytesBefore = bytes.length - start
    requireLength(bytesBefore)
  }
  return { feed, ended: () => records, count: () => records + (hasContent ? 1 : 0) }
}
