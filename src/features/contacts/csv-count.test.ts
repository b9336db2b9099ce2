import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecordCounter } from './csv-count.ts'
import { csvOptions } from './csv-options.ts'

function countOf(text: string | Buffer, { delimiter = ',', pieceBytes = 1_000_000 } = {}): number {
  const bytes = Buffer.from(text)
  const counter = createRecordCounter(delimiter)
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    counter.feed(bytes.subarray(start, start + pieceBytes))
  }
  return counter.count()
}

describe('createRecordCounter', () => {
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

  it('takes a quote for an opening one only behind the delimiter of the file', () => {
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
      { numRuns: 2000, seed: 20_240_731 },
    )
  })
})

/** Undefined for a file that the parser refuses: a quote that is never closed. */
function readRecords(text: string): number | undefined {
  try {
    return parse(text, csvOptions(',')).length
  } catch {
    return undefined
  }
}
