import { useState } from 'react'
import { resizeKeys, newKeys, addKey, removeKey } from './item-keys.ts'

/** React keys for items without an id, so that typed text does not move to a neighbour. */
export function useItemKeys(length: number) {
  const [keys, setKeys] = useState(() => newKeys(length))
  const current = resizeKeys(keys, length)
  if (current !== keys) setKeys(current)
  return {
    of: (index: number): number => current[index] ?? 0,
    add(): number {
      const { keys: longer, added } = addKey(current)
      setKeys(longer)
      return added
    },
    remove: (index: number) => setKeys(removeKey(current, index)),
  }
}
