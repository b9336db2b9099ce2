import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { createRecordScanner, CsvLimitError } from './csv-scan.ts'
import { csvOptions } from './csv-options.ts'

function countOf(text: string | Buffer, { delimiter = ',', pieceBytes = 1_000_000 } = {}): number {
  const bytes = Buffer.from(text)
  const counter = createRecordScanner(delimiter)
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    counter.feed(bytes.subarray(start, start + pieceBytes))
  }
  return counter.count()
}

describe('createRecordScanner', () => {
  it.each([
    ['nothing', '', 0],
    ['a header alone', 'email', 1],
    ['a last line without a line end', 'email\na', 2],
    ['a last line with one', 'email\na\n', 2],
    ['CRLF', 'email\r\na\r\nb\r\n', 3],
    ['CR alone', 'email\ra\rb', 3],
    ['blank lines', '\n\nemail\n\n\na\n\n', 2],
    ['a byte order mark', '\uFEFFemail\na', 2],
    ['a byte order mark and a blank line', '\uFEFF\nemail\na', 2],
    ['a quoted header behind a byte order mark', '\uFEFF"e\nmail"\na', 2],
    ['a line break inside quotes', 'email,note\na,"one\ntwo"\nb,c', 3],
    ['a blank line inside quotes', 'email,note\na,"one\n\n\ntwo"\n', 2],
    ['escaped quotes', 'email,note\na,"say ""hi\n"" twice"\nb,c\n', 3],
    ['an empty quoted cell', 'email,note\na,""\nb,c\n', 3],
    ['a quote in the middle of a cell', 'email,note\na,5" pipe\nb,c\n', 3],
    ['text behind a closing quote', 'email,note\na,"x" y\nb,c\n', 3],
  ])('counts %s', (_name, text, records) => {
    expect(countOf(text)).toBe(records)
  })

  it('treats a quote as opening only after the delimiter of the file', () => {
    expect(countOf('email;note\na;"one\ntwo"\nb,"c\nd;e\n', { delimiter: ';' })).toBe(4)
  })

  it('does not mind where the pieces of a file are cut', () => {
    const text = '\uFEFF"e\r\nmail",note\r\na,"x ""y"" \r\nz"\r\n\r\nb,"é😀"\r\n'
    for (let pieceBytes = 1; pieceBytes <= 12; pieceBytes += 1) expect(countOf(text, { pieceBytes })).toBe(3)
  })

  it('agrees with the parser that reads the rows', () => {
    const piece = fc.constantFrom('a', 'b', ' ', ',', '"', '""', '\n', '\r\n', 'é')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const rows = readRecords(text)
        fc.pre(rows !== undefined)
        expect(countOf(text)).toBe(rows)
      }),
      propertyRuns(2000),
    )
  })
})

describe('a scanner with limits', () => {
  const LIMITS = { columns: 3, bytes: 20 }

  function rowOver(text: string, { pieceBytes = 1_000_000 } = {}): number | undefined {
    const bytes = Buffer.from(text)
    const scanner = createRecordScanner(',', LIMITS)
    try {
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        scanner.feed(bytes.subarray(start, start + pieceBytes))
      }
    } catch (error) {
      if (error instanceof CsvLimitError) return error.row
      throw error
    }
    return undefined
  }

  it.each<[what: string, text: string, row: number | undefined]>([
    ['rows at both limits', 'a,b,c\n01234567890123456789\n1,2,3', undefined],
    ['a header of too many columns', 'a,b,c,d\n', 1],
    ['a row of too many columns', 'a\n1,2,3\n1,2,3,4\n', 3],
    ['nothing but delimiters', ',,,', 1],
    ['delimiters inside quotes', 'a\n",,,,,,",2,3\n', undefined],
    ['too many quoted cells', 'a\n"","","",""\n', 2],
    ['a row that is too long', 'a\n012345678901234567890\n', 2],
    ['a last row that is too long', 'a\n\n\n012345678901234567890', 2],
    ['a quote that never closes', 'a\nb\n"c\nd\ne\nf\ng\nh\ni\nj\nk\nl\n', 3],
    ['line ends inside quotes', 'a\n"1\n2\n3\n4\n5"\n"1\n2\n3\n4\n5"\n', undefined],
    ['blank lines', `a\n${'\n'.repeat(100)}b\n`, undefined],
  ])('tells the row of %s', (_what, text, row) => {
    for (const pieceBytes of [1, 2, 7, 1_000]) expect(rowOver(text, { pieceBytes })).toBe(row)
  })

  it('agrees with the parser about the columns of a row', () => {
    const piece = fc.constantFrom('a', ' ', ',', ',', '"', '""', '\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 19 }), (pieces) => {
        const text = pieces.join('')
        const rows = parsed(text)
        fc.pre(rows !== undefined && text.length <= LIMITS.bytes)
        const wide = rows?.findIndex((cells) => cells.length > LIMITS.columns) ?? -1
        expect(rowOver(text)).toBe(wide === -1 ? undefined : wide + 1)
      }),
      propertyRuns(2000),
    )
  })
})

/** Undefined for a file that the parser refuses: a quote that is never closed. */
function parsed(text: string): string[][] | undefined {
  try {
    return parse(text, csvOptions(',')) as unknown as string[][]
  } catch {
    return undefined
  }
}

const readRecords = (text: string): number | undefined => parsed(text)?.length
