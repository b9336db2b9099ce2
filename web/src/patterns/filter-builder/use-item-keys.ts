import { useState } from 'react'

let last = 0
const nextKey = () => (last += 1)

/** Keys for a list whose items have no id of their own, so that what is typed in one does not move to its neighbour. */
export function useItemKeys(length: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length }, nextKey))
  // Changed from outside: there is no telling which is which.
  const current =
    keys.length === length ? keys : Array.from({ length }, (_, index) => keys[index] ?? nextKey())
  if (current !== keys) setKeys(current)
  return {
    of: (index: number): number => current[index] ?? 0,
    add(): number {
      const key = nextKey()
      setKeys([...current, key])
      return key
    },
    remove: (index: number) => setKeys(current.filter((_, place) => place !== index)),
  }
}
