import { describe, expect, it } from 'vitest'
import { addRow, readRows } from './data-rows.ts'
import type { DataRow } from './data-rows.ts'

const rowsOf = (...fields: Partial<DataRow>[]): DataRow[] =>
  fields.map((field, index) => ({ id: index + 1, key: '', kind: 'text', text: '', ...field }))

describe('rows of data', () => {
  it('have values of their kinds, and names without spaces around them', () => {
    const rows = rowsOf(
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
    expect(readRows(rowsOf({ key: 'plan', text: ' ' }, { key: 'age', kind: 'number' }, {}))).toEqual({
      data: {},
    })
  })

  it('have problems at their rows', () => {
    const rows = rowsOf(
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
    expect(addRow(rowsOf({}, {}).slice(1)).map(({ id }) => id)).toEqual([2, 3])
  })
})
