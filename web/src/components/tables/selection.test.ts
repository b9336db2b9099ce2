import { describe, expect, it } from 'vitest'
import { selectionState, nextIndex, toggleId } from './selection.ts'

const rows = [{ id: 'a' }, { id: 'b' }]
const chosen = (...ids: string[]) => selectionState(rows, ({ id }) => id, new Set(ids))

describe('the selection of a list', () => {
  it('gains and loses a row, as a new set', () => {
    const one = toggleId(new Set(['a']), 'b')
    expect([...one]).toEqual(['a', 'b'])
    expect([...toggleId(one, 'a')]).toEqual(['b'])
    expect([...one]).toEqual(['a', 'b'])
  })

  it('is all, some or none of the loaded rows', () => {
    expect([chosen(), chosen('a'), chosen('a', 'b')]).toEqual(['none', 'some', 'all'])
    // "gone" is not loaded.
    expect([chosen('gone'), chosen('a', 'gone'), chosen('a', 'b', 'gone')]).toEqual(['none', 'some', 'all'])
    expect(selectionState([], String, new Set(['a']))).toBe('none')
  })
})

describe('the row chosen by keys', () => {
  it('is the first at the start, for either key', () => {
    expect([nextIndex(-1, 'j', 3), nextIndex(-1, 'k', 3)]).toEqual([0, 0])
  })

  it('stays within the list', () => {
    expect([nextIndex(1, 'j', 3), nextIndex(2, 'j', 3), nextIndex(1, 'k', 3), nextIndex(0, 'k', 3)]).toEqual([
      2, 2, 0, 0,
    ])
  })
})
