/** Null: the default of the server. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The values that are not as before: somebody else may be changing the rest. */
export const changes = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>
