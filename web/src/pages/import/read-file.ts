// Reads a CSV file in the browser, to check it before the upload. It reads in chunks, so that a file of a gigabyte is never in
// memory and the page stays responsive.
import { parseEmailAddress } from '../../../../src/platform/addresses/email-address.ts'
import { swallowedRows } from '../../../../src/platform/csv/swallowed-rows.ts'
import { guessColumns, hasHeader, namesFor } from './guess-columns.ts'
import type { FileColumn } from './guess-columns.ts'

const PREVIEW_ROWS = 50
// A chunk takes some milliseconds.
const CHUNK_BYTES = 262_144
// Finding duplicates needs all addresses in memory, so more rows are not checked here.
export const MAX_CHECKED_ROWS = 200_000
const MAX_PROBLEMS = 5
// The part of a row that people recognize it by.
const MAX_SHOWN = 80
const DELIMITERS = [',', ';', '\t', '|']

export type ReadFile = {
  name: string
  /** A header is prepended if the file has none. */
  blob: Blob
  columns: FileColumn[]
  hasHeader: boolean
}

export type FileCheck = {
  rows: number
  valid: number
  invalid: number
  duplicates: number
  problems: { row: number; message: string; value: string }[]
  /** False if only the first rows were checked. */
  isWhole: boolean
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

async function firstRows(blob: Blob): Promise<{ rows: string[][]; delimiter: string }> {
  const { parse } = await import('papaparse')
  return new Promise((resolve, reject) => {
    parse<string[]>(blob as File, {
      preview: PREVIEW_ROWS + 1,
      skipEmptyLines: true,
      delimitersToGuess: DELIMITERS,
      complete: ({ data, meta }) => resolve({ rows: data, delimiter: meta.delimiter }),
      error: reject,
    })
  })
}

type FileSource = { name: string; blob: Blob }

/** `known`: the keys that contacts of the project have. @returns undefined if the file is empty */
export async function readFile(
  { name, blob }: FileSource,
  known: readonly string[],
): Promise<ReadFile | undefined> {
  const { rows, delimiter } = await firstRows(blob)
  const [first, ...rest] = rows
  if (first === undefined || first.every((cell) => cell.trim() === '')) return undefined
  if (hasHeader(first)) {
    return { name, blob, columns: guessColumns({ headers: first, rows: rest, known }), hasHeader: true }
  }
  const names = namesFor(first)
  // In a single column no delimiter can be detected; any works.
  const header = names.map(quoted).join(first.length > 1 ? delimiter : ',')
  return {
    name,
    blob: new Blob([header, '\n', blob]),
    columns: guessColumns({ headers: names, rows, known }),
    hasHeader: false,
  }
}

/** In one line, also if a cell has several. */
const shownRow = (row: readonly string[]): string => row.join(', ').replace(/\s+/g, ' ').slice(0, MAX_SHOWN)

const emptyCheck = (): FileCheck => ({
  rows: 0,
  valid: 0,
  invalid: 0,
  duplicates: 0,
  problems: [],
  isWhole: true,
})

export async function checkFile({ blob, columns }: ReadFile, signal: AbortSignal): Promise<FileCheck> {
  const { parse } = await import('papaparse')
  const column = columns.findIndex(({ target }) => target === 'email')
  const check = emptyCheck()
  const seen = new Set<string>()
  let isFirst = true
  const refuse = (row: string[], message: string) => {
    check.invalid += 1
    // The header is row 1.
    if (check.problems.length < MAX_PROBLEMS) {
      check.problems.push({ row: check.rows + 1, message, value: shownRow(row) })
    }
  }
  const checkRow = (row: string[], delimiter: string) => {
    if (isFirst) return void (isFirst = false)
    check.rows += 1
    const swallowed = swallowedRows(row, { columns: columns.length, email: column, delimiter })
    if (swallowed !== undefined) return refuse(row, swallowed)
    const parsed = parseEmailAddress((row[column] ?? '').trim())
    if (!parsed.ok) return refuse(row, parsed.problem.message)
    check.valid += 1
    if (seen.has(parsed.address)) check.duplicates += 1
    else seen.add(parsed.address)
  }
  return new Promise((resolve, reject) => {
    parse<string[]>(blob as File, {
      skipEmptyLines: true,
      delimitersToGuess: DELIMITERS,
      chunkSize: CHUNK_BYTES,
      chunk: ({ data, meta }, parser) => {
        for (const row of data) checkRow(row, meta.delimiter)
        if (check.rows >= MAX_CHECKED_ROWS) check.isWhole = false
        if (signal.aborted || !check.isWhole) parser.abort()
      },
      complete: () => resolve(check),
      error: reject,
    })
  })
}
