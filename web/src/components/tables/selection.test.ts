import { describe, expect, it } from 'vitest'
import { chosenOf, movedTo, toggled } from './selection.ts'

const rows = [{ id: 'a' }, { id: 'b' }]
const chosen = (...ids: string[]) => chosenOf(rows, ({ id }) => id, new Set(ids))

describe('the selection of a list', () => {
  it('gains and loses a row, as a new set', () => {
    const one = toggled(new Set(['a']), 'b')
    expect([...one]).toEqual(['a', 'b'])
    expect([...toggled(one, 'a')]).toEqual(['b'])
    expect([...one]).toEqual(['a', 'b'])
  })

  it('is all, some or none of the rows that are loaded', () => {
    expect([chosen(), chosen('a'), chosen('a', 'b')]).toEqual(['none', 'some', 'all'])
    // A row that is not loaded any more, and one that stands before more that are.
    expect([chosen('gone'), chosen('a', 'gone'), chosen('a', 'b', 'gone')]).toEqual(['none', 'some', 'all'])
    expect(chosenOf([], String, new Set(['a']))).toBe('none')
  })
})

describe('the row that keys have come to', () => {
  it('begins with the first, whichever key', () => {
    expect([movedTo(-1, 'j', 3), movedTo(-1, 'k', 3)]).toEqual([0, 0])
  })

  it('stays within the list', () => {
    expect([movedTo(1, 'j', 3), movedTo(2, 'j', 3), movedTo(1, 'k', 3), movedTo(0, 'k', 3)]).toEqual([
      2, 2, 0, 0,
    ])
  })
})
