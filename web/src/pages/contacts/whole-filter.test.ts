import { describe, expect, it } from 'vitest'
import { wholeFilter } from './whole-filter.ts'

const pro = { field: 'data.plan', operator: 'equals' as const, value: 'pro' }
const search = { field: 'email', operator: 'contains', value: 'ada' }
const subscribed = { field: 'subscribed', operator: 'equals', value: false }

describe('the filter of the contacts page', () => {
  it('is undefined without search, subscription and filter', () => {
    expect(wholeFilter({})).toBeUndefined()
  })

  it('is the filter itself without search and subscription', () => {
    const filter = { operator: 'OR' as const, conditions: [pro] }
    expect(wholeFilter({ filter })).toBe(filter)
  })

  it('combines search, subscription and filter', () => {
    const filter = { operator: 'AND' as const, conditions: [pro] }
    expect(wholeFilter({ search: 'ada', subscribed: false, filter })).toEqual({
      operator: 'AND',
      conditions: [search, subscribed, pro],
    })
    const either = { operator: 'OR' as const, conditions: [pro] }
    expect(wholeFilter({ search: 'ada', filter: either })).toEqual({
      operator: 'AND',
      conditions: [search, either],
    })
  })
})
