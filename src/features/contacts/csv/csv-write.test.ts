import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOptions } from '../../../platform/csv/csv-options.ts'
import { readRow } from './csv-row.ts'
import { csvCell, csvLine } from '../../../platform/csv/csv-write.ts'

describe('csvCell', () => {
  it.each<[value: unknown, cell: string]>([
    ['Ann', 'Ann'],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [0, '0'],
    [12.5, '12.5'],
    [true, 'true'],
    [false, 'false'],
    ['Smith, Ann', '"Smith, Ann"'],
    ['a;b', '"a;b"'],
    ['a|b', '"a|b"'],
    ['say "hi"', '"say ""hi"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['one\r\ntwo', '"one\r\ntwo"'],
    ['one\rtwo', '"one\rtwo"'],
    [{ a: [1, 'x'] }, '"{""a"":[1,""x""]}"'],
    [[], '[]'],
  ])('writes %j as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  it.each<[value: unknown, cell: string]>([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-5', "'-5"],
    [-5, "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x.example","y")', '"\'=HYPERLINK(""http://x.example"",""y"")"'],
  ])('guards %j, which a spreadsheet would run', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  it('guards text once more that looks guarded, so that importing gives it back', () => {
    expect(csvCell("'=x")).toBe("''=x")
    expect(csvCell("'tis")).toBe("'tis")
  })
})

describe('csvLine', () => {
  it('ends a line as RFC 4180 wants it', () => {
    expect(csvLine(['a', 1, null, 'x,y'])).toBe('a,1,,"x,y"\r\n')
  })

  it('gives back every text that is neither number nor true or false', () => {
    const tricky = fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      ';',
      'a',
      ' ',
      'é',
      '😀',
    )
    const text = fc
      .array(tricky, { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join(''))
      .filter((joined) => joined !== '')
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
        const [cells = []] = parse(
          csvLine(['a@example.com', ...values]),
          csvOptions(','),
        ) as unknown as string[][]
        const columns = values.map((_, index) => ({ to: 'data' as const, key: String(index) }))
        expect(readRow(cells, [{ to: 'email' }, ...columns])).toEqual({
          email: 'a@example.com',
          subscribed: null,
          before: null,
          topics: {},
          pausedUntil: null,
          data: Object.fromEntries(values.entries()),
        })
      }),
      { numRuns: 2000, seed: 20_240_731 },
    )
  })
})
