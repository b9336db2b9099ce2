import { describe, expect, it } from 'vitest'
import type { Column } from './csv-columns.ts'
import { readJsonCell } from './csv-json.ts'
import { readRow } from './csv-row.ts'

const COLUMNS: Column[] = [{ to: 'email' }, { to: 'data', key: 'plan' }, { to: 'rest' }]

describe('a JSON cell', () => {
  it('adds its keys to those of other columns, with their types', () => {
    const cell = '{"seats":"5","tags":["a",{"b":null}],"vip":true,"plan":"team"}'
    expect(readRow(['ann@example.com', 'pro', cell], COLUMNS)).toMatchObject({
      data: { plan: 'team', seats: '5', tags: ['a', { b: null }], vip: true },
    })
  })

  it('deletes nothing, and reaches for no prototype', () => {
    const { data } = readJsonCell('{"gone":null,"__proto__":{"x":1},"constructor":1}') as { data: object }
    expect(Object.entries(data)).toEqual([['constructor', 1]])
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  })

  it('may be empty', () => {
    expect(readRow(['ann@example.com', 'pro', ''], COLUMNS)).toMatchObject({ data: { plan: 'pro' } })
    expect(readJsonCell('{}')).toEqual({ ok: true, data: {} })
  })

  it.each([
    ['text', 'pro', 'JSON object'],
    ['broken JSON', '{"a":', 'JSON object'],
    ['an array', '[1]', 'JSON object'],
    ['a NUL character', String.raw`{"a":{"b":"\u0000"}}`, 'NUL'],
    ['a NUL character in a key', String.raw`{"a":{"\u0000":1}}`, 'NUL'],
    ['half of a surrogate pair', String.raw`{"a":["\ud800"]}`, 'Unicode'],
    ['a number that is none', '{"a":1e400}', 'numbers'],
    [
      'too many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, 1]))),
      '1,000',
    ],
    ['a long key', JSON.stringify({ ['x'.repeat(201)]: 1 }), '200 characters'],
    ['endless nesting', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, '64 levels'],
    ['too much', JSON.stringify({ a: 'x'.repeat(140_000) }), '64 kB'],
  ])('is refused with %s', (_what, cell, part) => {
    const read = readRow(['ann@example.com', '', cell], COLUMNS)
    expect(read).toMatchObject({ field: 'data.*' })
    expect((read as { message: string }).message).toContain(part)
  })
})
