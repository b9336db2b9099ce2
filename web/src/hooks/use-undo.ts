import { useRef, useState } from 'react'
import { changedFrom, isTypedOn, NO_HISTORY, redone, undone } from './undo-history.ts'
import type { History, RestoredValue } from './undo-history.ts'

/** Remembers what a value was. `change` is to be called instead of `onChange`. */
export function useUndo<Value>(value: Value, onChange: (value: Value) => void) {
  const [history, setHistory] = useState<History<Value>>(NO_HISTORY)
  const changedMs = useRef(Number.NEGATIVE_INFINITY)
  const restore = (restored: RestoredValue<Value> | undefined) =>
    restored &&
    (() => {
      setHistory(restored.history)
      onChange(restored.value)
    })
  return {
    /** `isOwnStep`: undone by itself, however soon it follows another change or another follows it. */
    change: (next: Value, { isOwnStep = false } = {}) => {
      if (next === value) return
      const now = performance.now()
      const isSameStep = !isOwnStep && isTypedOn(history, now - changedMs.current)
      changedMs.current = isOwnStep ? Number.NEGATIVE_INFINITY : now
      setHistory(changedFrom(history, { value, isSameStep }))
      onChange(next)
    },
    /** Undefined if there is nothing to undo, or to redo. */
    undo: restore(undone(history, value)),
    redo: restore(redone(history, value)),
  }
}
