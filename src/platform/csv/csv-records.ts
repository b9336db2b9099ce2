// The rows of an uploaded file, for a job: within the limits of a row, in small steps, starting at any row.
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { csvOptions } from './csv-options.ts'
import { createRecordScanner, CsvLimitError, ROW_LIMITS } from './csv-scan.ts'

// The parser turns all its input into records at once, the worst (cells of nothing but quotes) in some 10 ms.
const SLICE_BYTES = 16_384

/** People count the header as row 1, so this is the number of the first row after it. */
export const FIRST_ROW = 2

/** The cells of each row after the header, without the first `skip` rows. */
export function readRecords(
  upload: AsyncGenerator<Buffer>,
  { delimiter, skip }: { delimiter: string; skip: number },
): AsyncIterable<string[]> {
  // Unlike pipe(), a pipeline forwards a failed read of the upload to the reader of the records.
  return pipeline(
    Readable.from(slicesOf(upload, delimiter)),
    parse({ ...csvOptions(delimiter), from: FIRST_ROW + skip }),
    () => undefined,
  )
}

/** Slices within the limits, small enough for the rest of the process to run in between. */
async function* slicesOf(upload: AsyncGenerator<Buffer>, delimiter: string): AsyncGenerator<Buffer> {
  const scanner = createRecordScanner(delimiter, ROW_LIMITS)
  for await (const piece of upload) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES)
      const before = scanner.count()
      scanner.feed(slice)
      // Only blank lines, for which the parser takes fifty times as long.
      const isBlank = scanner.ended() === before && scanner.count() === before
      if (!isBlank) yield slice
      await nextTurn()
    }
  }
}

/** The unreadable row; undefined if the error has another cause. */
export function unreadableRow(error: unknown): number | undefined {
  if (error instanceof CsvLimitError) return error.row
  return error instanceof CsvError ? Number(error.records) + 1 : undefined
}
