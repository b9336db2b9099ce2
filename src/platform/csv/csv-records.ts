// The rows of an uploaded file, for a job that reads them: within the limits of a row, in small steps, from any row on.
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { csvOptions } from './csv-options.ts'
import { createRecordScanner, CsvLimitError, ROW_LIMITS } from './csv-scan.ts'

// The parser makes records of all it is given at once, the worst (cells of nothing but quotes) in some 10 ms.
const SLICE_BYTES = 16_384

/** The number that people give to the first row behind the header, which is row 1 of the file. */
export const FIRST_ROW = 2

/** The cells of each row behind the header, without the first `skip` rows. */
export function readRecords(
  upload: AsyncGenerator<Buffer>,
  { delimiter, skip }: { delimiter: string; skip: number },
): AsyncIterable<string[]> {
  // Unlike pipe(), a pipeline hands the failure of the upload's read on to whoever reads the records.
  return pipeline(
    Readable.from(slicesOf(upload, delimiter)),
    parse({ ...csvOptions(delimiter), from: FIRST_ROW + skip }),
    () => undefined,
  )
}

/** What is not over a limit, little enough at a time for the rest of the process to go on in between. */
async function* slicesOf(upload: AsyncGenerator<Buffer>, delimiter: string): AsyncGenerator<Buffer> {
  const scanner = createRecordScanner(delimiter, ROW_LIMITS)
  for await (const piece of upload) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES)
      const before = scanner.count()
      scanner.feed(slice)
      // Nothing but blank lines, for which the parser takes fifty times as long.
      const isBlank = scanner.ended() === before && scanner.count() === before
      if (!isBlank) yield slice
      await nextTurn()
    }
  }
}

/** Where the file cannot be read; undefined if it is not the file that failed. */
export function unreadableRow(error: unknown): number | undefined {
  if (error instanceof CsvLimitError) return error.row
  return error instanceof CsvError ? Number(error.records) + 1 : undefined
}
