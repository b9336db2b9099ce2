import { describe, expect, it } from 'vitest'
import { isSameView, viewParams } from './view-params.ts'

describe('the parameters of a view', () => {
  it('leave out the open dialog and what is not set', () => {
    expect(viewParams({ q: 'ada', sort: undefined, dialog: 'create' })).toEqual({ q: 'ada' })
  })

  it('are the same in any order, and differ by their values', () => {
    expect(isSameView({ q: 'ada', sort: 'name' }, { sort: 'name', q: 'ada' })).toBe(true)
    expect(isSameView({ q: 'ada' }, { q: 'Ada' })).toBe(false)
    expect(isSameView({}, { q: 'ada' })).toBe(false)
  })
})
