// Counts the records of a CSV file while its bytes pass, so that a job knows its total before it begins. A line end
// inside quotes is not the end of a record, and a blank line is none.

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

export function createRecordCounter() {
  let records = 0
  let isQuoted = false
  let hasContent = false
  return {
    feed(bytes: Buffer): void {
      for (const byte of bytes) {
        if (byte === QUOTE) isQuoted = !isQuoted
        if ((byte === LF || byte === CR) && !isQuoted) {
          if (hasContent) records += 1
          hasContent = false
        } else hasContent = true
      }
    },
    /** The records so far; a last line without a line end counts too. */
    count: (): number => records + (hasContent ? 1 : 0),
  }
}
