import { useRef, useState } from 'react'

// Steps that can be taken back. More than anybody remembers.
const MOST_STEPS = 100
// What is typed without a longer pause is one step.
const ONE_STEP_MS = 600

type History<Value> = { past: readonly Value[]; future: readonly Value[] }

/** Remembers what a value was. `change` is to be called instead of `onChange`. */
export function useUndo<Value>(value: Value, onChange: (value: Value) => void) {
  const [{ past, future }, setHistory] = useState<History<Value>>({ past: [], future: [] })
  const changedMs = useRef(Number.NEGATIVE_INFINITY)
  return {
    /** `isOwnStep`: taken back by itself, however soon it follows another change or another follows it. */
    change: (next: Value, { isOwnStep = false } = {}) => {
      if (next === value) return
      const now = performance.now()
      const isTypedOn = past.length > 0 && future.length === 0 && now - changedMs.current < ONE_STEP_MS
      const isSameStep = isTypedOn && !isOwnStep
      changedMs.current = isOwnStep ? Number.NEGATIVE_INFINITY : now
      setHistory({ past: isSameStep ? past : [...past, value].slice(-MOST_STEPS), future: [] })
      onChange(next)
    },
    undo:
      past.length === 0
        ? undefined
        : () => {
            setHistory({ past: past.slice(0, -1), future: [value, ...future] })
            onChange(past.at(-1) as Value)
          },
    redo:
      future.length === 0
        ? undefined
        : () => {
            setHistory({ past: [...past, value], future: future.slice(1) })
            onChange(future[0] as Value)
          },
  }
}
