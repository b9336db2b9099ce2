import { describe, expect, it } from 'vitest'
import { createParser } from './csv-rows.ts'

/** The rows of a text that arrives in pieces of this size. */
function rowsOf(text: string, size: number): (string[] | 'open quote')[] {
  const parser = createParser()
  const rows: (string[] | 'open quote')[] = []
  for (let at = 0; at < text.length; at += size) rows.push(...parser.feed(text.slice(at, at + size)))
  const last = parser.end()
  return last ? [...rows, last] : rows
}

describe('rows of a CSV file', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1;"x;y"\r\n\r\n2;z',
      [
        ['a', 'b'],
        ['1', 'x;y'],
        ['2', 'z'],
      ],
    ],
    [
      'a\tb\r1\t"two\nlines"',
      [
        ['a', 'b'],
        ['1', 'two\nlines'],
      ],
    ],
    [
      'a,b\n"say ""hi""",""\n',
      [
        ['a', 'b'],
        ['say "hi"', ''],
      ],
    ],
    [
      'a,b\n5" disk,x',
      [
        ['a', 'b'],
        ['5" disk', 'x'],
      ],
    ],
    ['a|b', [['a', 'b']]],
    ['a,b\n"open,2\n', [['a', 'b'], 'open quote']],
    ['', []],
  ])('reads %j in pieces of any size', (text, expected) => {
    for (const size of [1, 2, 3, 1_000]) expect(rowsOf(text, size)).toEqual(expected)
  })
})
