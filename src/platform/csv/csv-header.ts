// The header of an imported file: its delimiter and its column names. It is read in the request, so everything is limited
// before it is parsed.
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { invalidFields } from '../errors.ts'
import type { AppError } from '../errors.ts'
import { findDelimiter } from './csv-delimiter.ts'
import { csvOptions } from './csv-options.ts'
import { createRecordScanner, CsvLimitError, ROW_LIMITS } from './csv-scan.ts'

const LONGEST_NAME = 200

// A thousand names of 200 letters fit, and the parser needs some 20 ms for it.
const MOST_BYTES = 262_144

// Bytes per step of the scanner until the header has ended.
const STEP_BYTES = 4_096

export type CsvHeader = { headers: string[]; delimiter: string }

/** `start` is the beginning of the file: all of it, or more than a header may have. */
export function readHeader(start: Buffer): CsvHeader {
  if (start.length === 0) throw badFile('is empty')
  if (UTF_16_MARKS.has(start.toString('hex', 0, 2))) {
    throw badFile('is UTF-16; save it with the encoding UTF-8')
  }
  const body = start.subarray(beginningOf(start))
  const delimiter = findDelimiter(body.toString('latin1', 0, MOST_BYTES))
  const headers = parseFirstRecord(upToItsEnd(body, delimiter).toString(), delimiter)
  if (headers.some((header) => header.includes('\0') || header.includes('\uFFFD'))) {
    throw badFile('is not UTF-8 text; save it with the encoding UTF-8')
  }
  const long = headers.find((header) => header.length > LONGEST_NAME)
  if (long !== undefined) {
    throw badFile(`has a column name longer than ${LONGEST_NAME} characters: "${long.slice(0, 40)}…"`)
  }
  return { headers, delimiter }
}

const UTF_16_MARKS = new Set(['fffe', 'feff'])
const UTF_8_MARK = 'efbbbf'
const LF = 0x0a
const CR = 0x0d

/** Skips the byte order mark and blank lines. */
function beginningOf(start: Buffer): number {
  let at = start.toString('hex', 0, 3) === UTF_8_MARK ? 3 : 0
  while (start[at] === LF || start[at] === CR) at += 1
  return at
}

/** The header and a little of what follows it. */
function upToItsEnd(body: Buffer, delimiter: string): Buffer {
  const scanner = createRecordScanner(delimiter, { columns: ROW_LIMITS.columns, bytes: MOST_BYTES })
  let end = 0
  try {
    while (end < body.length && scanner.ended() === 0) {
      scanner.feed(body.subarray(end, end + STEP_BYTES))
      end += STEP_BYTES
    }
  } catch (error) {
    if (!(error instanceof CsvLimitError)) throw error
    // The row after the header may be too large: the job reports that one.
    if (error.row === HEADER_ROW) throw badFile(`has a header that cannot be read: ${error.message}`)
    end += STEP_BYTES
  }
  return body.subarray(0, end)
}

const HEADER_ROW = 1

function parseFirstRecord(text: string, delimiter: string): string[] {
  try {
    const [headers] = parse(text, { ...csvOptions(delimiter), to: 1 }) as unknown as string[][]
    if (headers === undefined) throw badFile('has no header')
    return headers
  } catch (error) {
    if (error instanceof CsvError) throw badFile(`has a header that cannot be read: ${error.message}`)
    throw error
  }
}

const badFile = (problem: string): AppError =>
  invalidFields({ field: 'file', message: `the file ${problem}`, code: 'custom' })
