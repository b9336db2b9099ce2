// React keys for a list whose items have no id.
let last = 0
const nextKey = () => (last += 1)

type ItemKeys = readonly number[]

export const newKeys = (length: number): ItemKeys => Array.from({ length }, nextKey)

/** Keeps the keys by index if the list was changed from outside. */
export const resizeKeys = (keys: ItemKeys, length: number): ItemKeys =>
  keys.length === length ? keys : Array.from({ length }, (_, index) => keys[index] ?? nextKey())

export function addKey(keys: ItemKeys): { keys: ItemKeys; added: number } {
  const added = nextKey()
  return { keys: [...keys, added], added }
}

export const removeKey = (keys: ItemKeys, index: number): ItemKeys =>
  keys.filter((_, place) => place !== index)
