// Keys for a list whose items have no id of their own. Pure but for the counter.
let last = 0
const nextKey = () => (last += 1)

export type ItemKeys = readonly number[]

export const newKeys = (length: number): ItemKeys => Array.from({ length }, nextKey)

/** The same keys, unless the list was changed from outside: then there is no telling which is which. */
export const fittingKeys = (keys: ItemKeys, length: number): ItemKeys =>
  keys.length === length ? keys : Array.from({ length }, (_, index) => keys[index] ?? nextKey())

export function withNewKey(keys: ItemKeys): { keys: ItemKeys; added: number } {
  const added = nextKey()
  return { keys: [...keys, added], added }
}

export const withoutKey = (keys: ItemKeys, index: number): ItemKeys =>
  keys.filter((_, place) => place !== index)
