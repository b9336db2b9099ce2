import { describe, expect, it } from 'vitest'
import type { Column } from './csv-columns.ts'
import { readRow } from './csv-row.ts'

const COLUMNS: Column[] = [{ to: 'email' }, { to: 'subscribed' }, { to: 'data', key: 'x' }, null]

/** The value of a cell in `data`; undefined if it is left out. */
function valueOf(cell: string): unknown {
  const read = readRow(['ann@example.com', '', cell], COLUMNS)
  if ('message' in read) throw new Error(read.message)
  return Object.hasOwn(read.data, 'x') ? read.data.x : undefined
}

const flagOf = (cell: string) => readRow(['ann@example.com', cell], COLUMNS)

describe('a cell of data', () => {
  it.each<[cell: string, value: unknown]>([
    ['Ann', 'Ann'],
    [' Ann ', ' Ann '],
    ['0', 0],
    ['42', 42],
    ['-7', -7],
    ['3.25', 3.25],
    ['1e3', 1000],
    ['2.5E-3', 0.0025],
    ['9007199254740991', 9_007_199_254_740_991],
    ['true', true],
    ['false', false],
    ['TRUE', true],
    ['True', true],
    ['FALSE', false],
    ['False', false],
  ])('%j becomes %j', (cell, value) => {
    expect(valueOf(cell)).toBe(value)
  })

  it.each([
    ['a leading zero', '007'],
    ['a postcode', '01067'],
    ['a plus sign', "'+4930123456"],
    ['an integer too large to be exact', '9007199254740993'],
    ['a card number', '4111111111111111111'],
    ['a number too large to be one', '1e999'],
    ['a number that is exact only as text', '1e20'],
    ['a decimal comma', '3,25'],
    ['a trailing dot', '3.'],
    ['a bare fraction', '.5'],
    ['hexadecimal', '0x1f'],
    ['a word that begins like true', 'Truelove'],
    ['blanks around TRUE', ' TRUE '],
    ['null', 'null'],
    ['NaN', 'NaN'],
    ['blanks around a number', ' 42 '],
    ['a date', '2024-02-29'],
    ['JSON', '{"a":1}'],
  ])('%s stays text', (_name, cell) => {
    expect(valueOf(cell)).toBe(cell.replace(/^'/, ''))
  })

  it('is left out when empty', () => {
    expect(valueOf('')).toBeUndefined()
  })

  it.each([
    ["'=1+1", '=1+1'],
    ["'+49", '+49'],
    ["'-5", -5],
    ["'@ann", '@ann'],
    ["'\tx", '\tx'],
    ["'\rx", '\rx'],
    ["''=x", "'=x"],
    ["'tis", "'tis"],
    ["''", "''"],
    ['=1+1', '=1+1'],
  ])('%j loses the guard of an export and becomes %j', (cell, value) => {
    expect(valueOf(cell)).toBe(value)
  })

  it('is refused with a NUL character, which no JSON column can hold', () => {
    expect(readRow(['ann@example.com', '', 'a\0b'], COLUMNS)).toEqual({
      field: 'x',
      message: 'must not contain a NUL character',
    })
  })

  it('is refused where bytes were not UTF-8', () => {
    expect(readRow(['ann@example.com', '', 'M\uFFFDller'], COLUMNS)).toMatchObject({ field: 'x' })
  })
})

describe('the cell of the flag', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    [' Yes ', true],
    ['false', false],
    ['0', false],
    ['No', false],
    ['', null],
  ])('%j means %j', (cell, subscribed) => {
    expect(flagOf(cell)).toMatchObject({ subscribed })
  })

  it.each(['maybe', '2', 'y', 'constructor', '__proto__', ' '])('%j is refused', (cell) => {
    expect(flagOf(cell)).toMatchObject({ field: 'subscribed' })
  })

  it('quotes what it refuses as text that can be stored', () => {
    const read = flagOf(`\0${'x'.repeat(48)}😀`)
    expect(read).toMatchObject({ field: 'subscribed' })
    const { message } = read as { message: string }
    expect(message).not.toContain('\0')
    expect(message.isWellFormed()).toBe(true)
  })
})

describe('the cell of the state', () => {
  const columns: Column[] = [{ to: 'email' }, { to: 'state' }, { to: 'subscribed' }]
  const read = (state: string, flag = '') => readRow(['ann@example.com', state, flag], columns)

  it.each([
    // As an export writes them.
    ['SUBSCRIBED', 'true', { subscribed: true, before: null }],
    ['LEFT', 'false', { subscribed: false, before: null }],
    ['NEVER_ASKED', 'false', { subscribed: null, before: 'NEVER_ASKED' }],
    ['PENDING', 'false', { subscribed: null, before: 'PENDING' }],
    // Alone.
    ['SUBSCRIBED', '', { subscribed: true, before: null }],
    ['LEFT', '', { subscribed: false, before: null }],
    [' never_asked ', '', { subscribed: null, before: 'NEVER_ASKED' }],
    ['', 'false', { subscribed: false, before: null }],
    // Somebody has changed the flag.
    ['SUBSCRIBED', 'false', { subscribed: false, before: null }],
    ['LEFT', 'true', { subscribed: true, before: null }],
    ['NEVER_ASKED', 'true', { subscribed: true, before: null }],
  ])('%j beside the flag %j', (state, flag, expected) => {
    expect(read(state, flag)).toMatchObject(expected)
  })

  it.each(['yes', 'NEVER ASKED', 'constructor'])('%j is refused', (cell) => {
    expect(read(cell)).toMatchObject({ field: 'subscriptionState' })
  })
})

describe('the cell of the address', () => {
  it('is made canonical', () => {
    expect(readRow([' Ann@EXAMPLE.com '], COLUMNS)).toMatchObject({ email: 'ann@example.com' })
  })

  it('loses the guard of an export', () => {
    expect(readRow(["'-ann@example.com"], COLUMNS)).toMatchObject({ email: '-ann@example.com' })
  })

  it.each(['ann', 'ann@', '@example.com', 'ann@example', 'a b@example.com', 'ann@exam\0ple.com'])(
    '%j is refused',
    (cell) => {
      expect(readRow([cell], COLUMNS)).toMatchObject({ field: 'email' })
    },
  )

  it('must not be empty', () => {
    expect(readRow(['', 'true', 'x'], COLUMNS)).toEqual({ field: 'email', message: 'is empty' })
    expect(readRow([], COLUMNS)).toEqual({ field: 'email', message: 'is empty' })
  })
})

describe('a row', () => {
  it('may be shorter than the header', () => {
    expect(readRow(['ann@example.com'], COLUMNS)).toEqual({
      email: 'ann@example.com',
      subscribed: null,
      before: null,
      topics: {},
      pausedUntil: null,
      data: {},
    })
  })

  it('may have empty cells beyond the header', () => {
    expect(readRow(['ann@example.com', 'no', '1', 'skipped', '', ''], COLUMNS)).toEqual({
      email: 'ann@example.com',
      subscribed: false,
      before: null,
      topics: {},
      pausedUntil: null,
      data: { x: 1 },
    })
  })

  it('is refused with a filled cell beyond the header: it is shifted', () => {
    expect(readRow(['ann@example.com', '', '', '', 'more'], COLUMNS)).toEqual({
      field: null,
      message: 'has 5 cells, but the header has 4',
    })
  })

  it('gives a key with two columns the last value that is not empty', () => {
    const twice: Column[] = [{ to: 'email' }, { to: 'data', key: 'x' }, { to: 'data', key: 'x' }]
    expect(readRow(['ann@example.com', 'one', 'two'], twice)).toMatchObject({ data: { x: 'two' } })
    expect(readRow(['ann@example.com', 'one', ''], twice)).toMatchObject({ data: { x: 'one' } })
  })
})
