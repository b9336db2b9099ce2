import { describe, expect, it } from 'vitest'
import { recordChange, continuesTyping, NO_HISTORY, redoStep, undoStep } from './undo-history.ts'
import type { History } from './undo-history.ts'

const changes = (values: readonly string[], history: History<string> = NO_HISTORY) =>
  values.reduce((known, value) => recordChange(known, { value, isSameStep: false }), history)

describe('the history of a value', () => {
  it('restores each value in turn, and redoes each undone one', () => {
    const back = undoStep(changes(['a', 'b']), 'c')
    expect(back?.value).toBe('b')
    const further = undoStep(back?.history ?? NO_HISTORY, 'b')
    expect(further?.value).toBe('a')
    expect(undoStep(further?.history ?? NO_HISTORY, 'a')).toBeUndefined()
    const again = redoStep(further?.history ?? NO_HISTORY, 'a')
    expect(again).toEqual({ value: 'b', history: { past: ['a'], future: ['c'] } })
  })

  it('undoes changes of the same step together', () => {
    const history = recordChange(changes(['']), { value: 'l', isSameStep: true })
    expect(undoStep(history, 'letter')?.value).toBe('')
  })

  it('drops undone values after another change', () => {
    const back = undoStep(changes(['a']), 'b')
    const history = changes(['a'], back?.history)
    expect(redoStep(history, 'other')).toBeUndefined()
  })

  it('drops the oldest steps beyond the limit', () => {
    const { past } = changes(Array.from({ length: 201 }, (_, index) => String(index)))
    expect([past.length, past[0], past.at(-1)]).toEqual([200, '1', '200'])
  })

  it('joins typing without a pause into one step, except for the first change and one after an undo', () => {
    expect(continuesTyping(changes(['a']), 100)).toBe(true)
    expect(continuesTyping(changes(['a']), 1_000)).toBe(false)
    expect(continuesTyping(NO_HISTORY, 100)).toBe(false)
    expect(continuesTyping(undoStep(changes(['a', 'b']), 'c')?.history ?? NO_HISTORY, 100)).toBe(false)
  })
})
