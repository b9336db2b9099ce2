// Reads a CSV file row by row (RFC 4180, any line end, with the delimiter that its header uses). Commands that call a server must run
// without the packages of the server, so there is no library here.
import { createReadStream } from 'node:fs'
import { findDelimiter } from '../../../../platform/csv/csv-delimiter.ts'
import { undoGuard } from '../../../../platform/csv/csv-formula.ts'
import { swallowedRows } from '../../../../platform/csv/swallowed-rows.ts'
import type { FileShape } from '../../../../platform/csv/swallowed-rows.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'
import { unreadable } from '../../resources/input.ts'

/** The values of a row by the names of the header. `problem`: why they may belong to other columns, or other rows. */
export type CsvRow = { row: number; cells: Record<string, string>; problem?: string }

/** `rows` reads them, once. `address`: the header of the column with the addresses. */
export type CsvFile = { headers: string[]; rows: (address: string) => AsyncIterable<CsvRow> }

// The limits of an import by the API.
const MOST_CHARACTERS = 1_000_000
const MOST_COLUMNS = 1_000

const HEADER_ROW = 1

/** The header is read at once, so that a file without the needed columns is refused before anything is sent. */
export async function openCsv(file: string): Promise<CsvFile> {
  const parser = createParser()
  const rows = readRows(file, parser)
  const first = await rows.next()
  if (first.done || first.value.cells.every((cell) => cell === '')) {
    throw new CommandFailure(`${file} is empty.`, { exitStatus: EXIT.failure })
  }
  const headers = first.value.cells.map((cell) => undoGuard(cell.trim()))
  if (headers.length > MOST_COLUMNS) throw broken(file, HEADER_ROW, `has more than ${MOST_COLUMNS} columns`)
  const twice = headers.find((name, at) => name !== '' && headers.indexOf(name) !== at)
  if (twice !== undefined) {
    throw broken(file, HEADER_ROW, `has the column "${twice}" twice; give one of them another name`)
  }
  return {
    headers,
    rows: (address) => {
      const shape = {
        columns: headers.length,
        email: headers.indexOf(address),
        delimiter: parser.delimiter(),
      }
      return namedRows(rows, { headers, shape })
    },
  }
}

function problemOf(cells: readonly string[], shape: FileShape): string | undefined {
  const swallowed = swallowedRows(cells, shape)
  if (swallowed !== undefined) return `the row ${swallowed}`
  const isLonger = cells.slice(shape.columns).some((cell) => cell.trim() !== '')
  return isLonger ? 'the row has more cells than the header' : undefined
}

async function* namedRows(
  rows: AsyncGenerator<Row>,
  { headers, shape }: { headers: readonly string[]; shape: FileShape },
): AsyncGenerator<CsvRow> {
  for await (const { row, cells } of rows) {
    const problem = problemOf(cells, shape)
    yield {
      row,
      cells: Object.fromEntries(headers.map((name, at) => [name, undoGuard(cells[at] ?? '')])),
      ...(problem !== undefined && { problem }),
    }
  }
}

type Row = { row: number; cells: string[] }

const broken = (file: string, row: number, problem: string) =>
  new CommandFailure(`${file}, row ${row}: ${problem}.`, { exitStatus: EXIT.failure })

async function* readRows(file: string, parser: Parser): AsyncGenerator<Row> {
  let row = 0
  const texts = createReadStream(file, { encoding: 'utf8' })
  try {
    for await (const text of texts) {
      for (const cells of parser.feed(text as string)) yield { row: (row += 1), cells }
      if (parser.size() > MOST_CHARACTERS) {
        throw broken(file, row + 1, 'is longer than 1 MB, or has a quote that is never closed')
      }
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : unreadable(file, error as Error)
  }
  const last = parser.end()
  if (last === 'open quote') throw broken(file, row + 1, 'has a quote that is never closed')
  if (last) yield { row: row + 1, cells: last }
}

type Parser = ReturnType<typeof createParser>

/** Takes the text in any pieces. Blank lines are skipped. */
export function createParser() {
  let delimiter: string | undefined
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  /** The last character was a quote inside quotes: it ends them, unless another one follows. */
  let isAfterQuote = false
  let held = ''
  const endRow = (): string[] | undefined => {
    const row = [...cells, cell]
    cells = []
    cell = ''
    isAfterQuote = false
    return row.length === 1 && row[0] === '' ? undefined : row
  }
  const step = (character: string): string[] | undefined => {
    if (isQuoted) {
      if (character === '"') [isQuoted, isAfterQuote] = [false, true]
      else cell += character
      return undefined
    }
    if (character === '"' && (cell === '' || isAfterQuote)) {
      if (isAfterQuote) cell += '"'
      ;[isQuoted, isAfterQuote] = [true, false]
      return undefined
    }
    isAfterQuote = false
    if (character === delimiter) {
      cells.push(cell)
      cell = ''
      return undefined
    }
    if (character === '\n' || character === '\r') return endRow()
    cell += character
    return undefined
  }
  return {
    *feed(text: string): Generator<string[]> {
      let rest = held + text
      held = ''
      if (delimiter === undefined) {
        rest = rest.replace(/^\uFEFF/, '').replace(/^[\r\n]+/, '')
        // The delimiter is that of the header, so all of the header has to be there.
        if (!/[\r\n]/.test(rest) && rest.length < MOST_CHARACTERS) {
          held = rest
          return
        }
        delimiter = findDelimiter(rest)
      }
      for (const character of rest) {
        const row = step(character)
        if (row) yield row
      }
    },
    /** The row without a line end. */
    end(): string[] | 'open quote' | undefined {
      if (held !== '') {
        delimiter = findDelimiter(held)
        for (const character of held) step(character)
      }
      return isQuoted ? 'open quote' : endRow()
    },
    /** The delimiter of the header, once it was read. */
    delimiter: () => delimiter ?? ',',
    /** Characters of the row that has begun. */
    size: () => held.length + cell.length + cells.reduce((sum, one) => sum + one.length, 0),
  }
}
