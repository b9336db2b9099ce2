import { describe, expect, it } from 'vitest'
import { changedFrom, isTypedOn, NO_HISTORY, redone, undone } from './undo-history.ts'
import type { History } from './undo-history.ts'

const changes = (values: readonly string[], history: History<string> = NO_HISTORY) =>
  values.reduce((known, value) => changedFrom(known, { value, isSameStep: false }), history)

describe('the history of a value', () => {
  it('gives back each value in turn, and each undone one again', () => {
    const back = undone(changes(['a', 'b']), 'c')
    expect(back?.value).toBe('b')
    const further = undone(back?.history ?? NO_HISTORY, 'b')
    expect(further?.value).toBe('a')
    expect(undone(further?.history ?? NO_HISTORY, 'a')).toBeUndefined()
    const again = redone(further?.history ?? NO_HISTORY, 'a')
    expect(again).toEqual({ value: 'b', history: { past: ['a'], future: ['c'] } })
  })

  it('undoes changes of the same step together', () => {
    const history = changedFrom(changes(['']), { value: 'l', isSameStep: true })
    expect(undone(history, 'letter')?.value).toBe('')
  })

  it('forgets what was undone once something else is changed', () => {
    const back = undone(changes(['a']), 'b')
    const history = changes(['a'], back?.history)
    expect(redone(history, 'other')).toBeUndefined()
  })

  it('forgets the oldest of too many steps', () => {
    const { past } = changes(Array.from({ length: 201 }, (_, index) => String(index)))
    expect([past.length, past[0], past.at(-1)]).toEqual([200, '1', '200'])
  })

  it('takes what is typed without a pause for one step, but not the first change, nor one after an undo', () => {
    expect(isTypedOn(changes(['a']), 100)).toBe(true)
    expect(isTypedOn(changes(['a']), 1_000)).toBe(false)
    expect(isTypedOn(NO_HISTORY, 100)).toBe(false)
    expect(isTypedOn(undone(changes(['a', 'b']), 'c')?.history ?? NO_HISTORY, 100)).toBe(false)
  })
})
