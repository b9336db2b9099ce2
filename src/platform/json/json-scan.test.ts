import { describe, expect, it } from 'vitest'
import { JsonScan } from './json-scan.ts'

/** In pieces of every size, so that a border is at every position once. */
function scan(text: string, pieceBytes = Infinity): void {
  const bytes = Buffer.from(text)
  const json = new JsonScan()
  for (let at = 0; at < bytes.length; at += pieceBytes) json.add(bytes.subarray(at, at + pieceBytes))
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const list = (items: number, item = '1') => `[${Array.from({ length: items }, () => item).join()}]`

describe('the depth of a body', () => {
  it('is accepted up to 64 levels and refused beyond', () => {
    expect(() => scan(nested(64))).not.toThrow()
    expect(() => scan(nested(65))).toThrow('nested deeper than 64 levels')
    expect(() => scan(`{"a":${nested(64)}}`)).toThrow('nested deeper than 64 levels')
    expect(() => scan('{"a":'.repeat(65))).toThrow('nested deeper than 64 levels')
  })

  it('does not grow with siblings, or with brackets in a text', () => {
    expect(() => scan(list(100, '[{}]'))).not.toThrow()
    expect(() => scan(JSON.stringify({ a: '['.repeat(100), 'b"': '\\"{{'.repeat(100) }))).not.toThrow()
  })
})

describe('the values of a body', () => {
  it.each([
    ['numbers in a list', list(19_999), list(20_000)],
    ['empty lists', list(19_999, '[]'), list(20_000, '[ ]')],
    ['empty objects', list(19_999, '{}'), list(20_000, '{ }')],
    ['objects with a value', list(9_999, '{"a":1}'), list(10_000, '{"a": 1}')],
    ['texts with commas', list(19_999, '",,,"'), list(20_000, '"[,]"')],
    [
      'fields',
      `{${Array.from({ length: 19_999 }, (_, n) => `"${n}":1`).join()}}`,
      `{${Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join()}}`,
    ],
  ])('are 20,000 at most: %s', (_what, most, more) => {
    expect(() => scan(most)).not.toThrow()
    expect(() => scan(more)).toThrow('more than 20,000 JSON values')
  })

  it('are counted independently of where the pieces end', () => {
    const most = list(4_999, '{"a\\"]":["\\\\",1]}').replaceAll(',', ' ,\n')
    expect(() => scan(most)).not.toThrow()
    for (const bytes of [1, 2, 3, 7]) {
      expect(() => scan(most, bytes)).not.toThrow()
      expect(() => scan(list(10_000, '{"a\\"]":"\\\\"}'), bytes)).toThrow('JSON values')
    }
  })

  it('are refused before the rest has come', () => {
    const json = new JsonScan()
    expect(() => json.add(Buffer.from(`[${'1,'.repeat(20_000)}`))).toThrow('JSON values')
  })
})

describe('escapes', () => {
  it('are three million at most', () => {
    expect(() => scan(`"${'\\n'.repeat(3_000_000)}"`)).not.toThrow()
    expect(() => scan(`"${'\\n'.repeat(3_000_001)}"`)).toThrow('more than 3,000,000 escaped characters')
  })
})
