import { describe, expect, it } from 'vitest'
import { bulkChoice } from './bulk-choice.ts'

const ids = new Set(['a', 'b'])

describe('the contacts of a bulk action', () => {
  it('are the selected rows, whatever the filter', () => {
    expect(bulkChoice({ ids, total: 9, filter: { search: 'ada' } }, false)).toEqual({
      count: 2,
      canSelectAll: true,
      body: { ids: ['a', 'b'] },
    })
  })

  it('are all that match, if requested', () => {
    const search = { field: 'email', operator: 'contains', value: 'ada' }
    expect(bulkChoice({ ids, total: 9, filter: { search: 'ada' } }, true)).toEqual({
      count: 9,
      canSelectAll: false,
      body: { filter: { operator: 'AND', conditions: [search] } },
    })
    expect(bulkChoice({ ids, total: 9, filter: {} }, true).body).toEqual({ filter: {} })
  })

  it('cannot be more than selected while no more are known', () => {
    expect(bulkChoice({ ids, total: 2, filter: {} }, false).canSelectAll).toBe(false)
    expect(bulkChoice({ ids, total: undefined, filter: {} }, false).canSelectAll).toBe(false)
  })
})
