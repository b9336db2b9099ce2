import { describe, expect, it } from 'vitest'
import { addRow, editRow, isNested, readRows, rowsOf } from './data-rows.ts'
import type { DataRow } from './data-rows.ts'

const typedRows = (...fields: Partial<DataRow>[]): DataRow[] =>
  fields.map((field, index) => ({ id: index + 1, key: '', kind: 'text', text: '', ...field }))

describe('rows of data', () => {
  it('have values of their kinds, and names without spaces around them', () => {
    const rows = typedRows(
      { key: ' plan ', text: 'pro' },
      { key: 'age', kind: 'number', text: '36' },
      { key: 'vip', kind: 'boolean', text: 'false' },
      { key: 'tags', kind: 'list', text: 'a\nb' },
      { key: '__proto__', text: 'x' },
    )
    const data = { plan: 'pro', age: 36, vip: false, tags: ['a', 'b'] }
    expect(readRows(rows)).toEqual({
      data: Object.fromEntries([...Object.entries(data), ['__proto__', 'x']]),
    })
  })

  it('are left out without a value', () => {
    expect(readRows(typedRows({ key: 'plan', text: ' ' }, { key: 'age', kind: 'number' }, {}))).toEqual({
      data: {},
    })
  })

  it('have problems at their rows', () => {
    const rows = typedRows(
      { key: 'plan', text: 'pro' },
      { text: 'Ada' },
      { key: 'plan', text: 'free' },
      { key: 'age', kind: 'number', text: 'many' },
      { key: 'born', kind: 'date', text: '2026-02-30' },
    )
    expect(readRows(rows)).toEqual({
      problems: {
        2: { key: 'noKey' },
        3: { key: 'twice' },
        4: { value: 'badNumber' },
        5: { value: 'badDate' },
      },
    })
  })

  it('are added with ids that no other row has, also after one was removed', () => {
    const [first, second] = addRow(addRow([]))
    expect([first?.id, second?.id]).toEqual([1, 2])
    expect(addRow(typedRows({}, {}).slice(1)).map(({ id }) => id)).toEqual([2, 3])
  })
})

describe('rows of data that is there', () => {
  const data = { name: '', seats: 3, trial: null, address: { city: 'Bonn' }, mixed: [1, 'a'] }

  it('lose nothing that nobody touches', () => {
    expect(readRows(rowsOf(data))).toEqual({ data })
    expect(rowsOf(data).map(({ kind }) => kind)).toEqual(['text', 'number', 'clear', 'text', 'text'])
    expect(
      rowsOf(data)
        .filter(isNested)
        .map(({ key }) => key),
    ).toEqual(['address', 'mixed'])
  })

  it('have their new value once they are changed, and keep it under another name', () => {
    const [, seats] = rowsOf(data)
    if (!seats) throw new Error('there is no row')
    expect(readRows([editRow(seats, { kind: 'number', text: '4' })])).toEqual({ data: { seats: 4 } })
    expect(readRows([editRow(seats, { kind: 'clear', text: '' })])).toEqual({ data: { seats: null } })
    expect(readRows([{ ...seats, key: 'places' }])).toEqual({ data: { places: 3 } })
  })
})
