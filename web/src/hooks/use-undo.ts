import { useRef, useState } from 'react'
import { recordChange, continuesTyping, NO_HISTORY, redoStep, undoStep } from './undo-history.ts'
import type { History, RestoredValue } from './undo-history.ts'

/** Undo and redo for a value. Call `change` instead of `onChange`. */
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
    /** `isOwnStep`: never undone together with the change before or after it. */
    change: (next: Value, { isOwnStep = false } = {}) => {
      if (next === value) return
      const now = performance.now()
      const isSameStep = !isOwnStep && continuesTyping(history, now - changedMs.current)
      changedMs.current = isOwnStep ? Number.NEGATIVE_INFINITY : now
      setHistory(recordChange(history, { value, isSameStep }))
      onChange(next)
    },
    /** Undefined if there is nothing to undo, or to redo. */
    undo: restore(undoStep(history, value)),
    redo: restore(redoStep(history, value)),
  }
}
