import { useRef, useState } from 'react'

// What is typed within this time is one step.
const STEP_MS = 800
// More than anybody takes back, and a few megabytes at most.
const MOST_STEPS = 100

/** Undo and redo over the whole document, which is one text. */
export function useBlockHistory(current: string, onChange: (text: string) => void) {
  const [past, setPast] = useState<readonly string[]>([])
  const [future, setFuture] = useState<readonly string[]>([])
  const lastChange = useRef(0)
  const change = (text: string, { isOwnStep }: { isOwnStep: boolean }) => {
    if (text === current) return
    const now = performance.now()
    const isNewStep = isOwnStep || past.length === 0 || now - lastChange.current > STEP_MS
    lastChange.current = isOwnStep ? 0 : now
    if (isNewStep) setPast([...past, current].slice(-MOST_STEPS))
    setFuture([])
    onChange(text)
  }
  const undo = () => {
    const text = past.at(-1)
    if (text === undefined) return
    lastChange.current = 0
    setPast(past.slice(0, -1))
    setFuture([current, ...future])
    onChange(text)
  }
  const redo = () => {
    const [text, ...rest] = future
    if (text === undefined) return
    lastChange.current = 0
    setPast([...past, current])
    setFuture(rest)
    onChange(text)
  }
  return { change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}
