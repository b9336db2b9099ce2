// Counts the records of a CSV file while its bytes pass, so that a job knows its total before it begins. A line end
// inside quotes is not the end of a record, and a blank line is none. As for the parser, a quote opens only at the start
// of a cell: one in the middle (5" pipe) is a character like any other.

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const BOM = [0xef, 0xbb, 0xbf]

export function createRecordCounter(delimiter: string) {
  const separator = delimiter.charCodeAt(0)
  let records = 0
  let position = 0
  let isQuoted = false
  let canOpen = true
  let hasContent = false
  return {
    feed(bytes: Buffer): void {
      for (const byte of bytes) {
        if (position < BOM.length && byte === BOM[position++]) continue
        position = BOM.length
        if (byte === QUOTE && (isQuoted || canOpen)) {
          isQuoted = !isQuoted
          // A quote right behind a closing one is an escaped quote, and opens again.
          canOpen = true
          hasContent = true
        } else if ((byte === LF || byte === CR) && !isQuoted) {
          if (hasContent) records += 1
          hasContent = false
          canOpen = true
        } else {
          hasContent = true
          canOpen = byte === separator
        }
      }
    },
    /** The records so far; a last line without a line end counts too. */
    count: (): number => records + (hasContent ? 1 : 0),
  }
}
