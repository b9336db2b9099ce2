import { describe, expect, it } from 'vitest'
import { toDataChange } from './contact-data.ts'

describe('toDataChange', () => {
  it('sets what has a value and removes what is null', () => {
    expect(toDataChange({ plan: 'pro', seats: 3, trial: null, old: null })).toEqual({
      set: { plan: 'pro', seats: 3 },
      remove: ['trial', 'old'],
    })
  })

  it('takes false, zero and the empty text for values', () => {
    expect(toDataChange({ a: false, b: 0, c: '' })).toEqual({ set: { a: false, b: 0, c: '' }, remove: [] })
  })

  it('leaves a null deeper down alone: only keys of the first level are deleted', () => {
    expect(toDataChange({ address: { street: null }, tags: [null] })).toEqual({
      set: { address: { street: null }, tags: [null] },
      remove: [],
    })
  })

  it('changes nothing for an empty object', () => {
    expect(toDataChange({})).toEqual({ set: {}, remove: [] })
  })

  it('does not lose a key that is named like a member of every object', () => {
    expect(toDataChange({ constructor: 'x', toString: null })).toEqual({
      set: { constructor: 'x' },
      remove: ['toString'],
    })
  })
})
