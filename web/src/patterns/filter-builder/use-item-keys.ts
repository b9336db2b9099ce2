import { useState } from 'react'
import { fittingKeys, newKeys, withNewKey, withoutKey } from './item-keys.ts'

/** Keys for a list whose items have no id of their own, so that what is typed in one does not move to its neighbour. */
export function useItemKeys(length: number) {
  const [keys, setKeys] = useState(() => newKeys(length))
  const current = fittingKeys(keys, length)
  if (current !== keys) setKeys(current)
  return {
    of: (index: number): number => current[index] ?? 0,
    add(): number {
      const { keys: longer, added } = withNewKey(current)
      setKeys(longer)
      return added
    },
    remove: (index: number) => setKeys(withoutKey(current, index)),
  }
}
