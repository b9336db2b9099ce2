import { isDeepStrictEqual } from 'node:util'

/** The fields of `after` that differ. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields]),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}
