import { describe, expect, it } from 'vitest'
import { keysByUse, shownKeys, shownParam } from './shown-keys.ts'

const all = keysByUse([
  { key: 'rare', count: 1 },
  { key: 'plan', count: 9 },
  { key: 'city', count: 5 },
  { key: 'name', count: 7 },
])

describe('the columns of data', () => {
  it('are the most frequent keys by default', () => {
    expect(shownKeys(all, undefined)).toEqual(['plan', 'name', 'city'])
  })

  it.each([{ keys: ['rare', 'plan'] }, { keys: [] }])('are those of the link: $keys', ({ keys }) => {
    expect(shownKeys(all, shownParam(keys))).toEqual(keys)
  })

  it('have a param for none, because no param means the default ones', () => {
    expect(shownParam([])).toBe('-')
  })

  it('leave out keys that no contact has any more', () => {
    expect(shownKeys(all, 'gone,city')).toEqual(['city'])
  })
})
