/** Null: the default of the server. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The values that are not as before: somebody else may be changing the rest. */
export const changes = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>

/** Whether an error is about a field, or about a part of its value: `settings.limits.google` is within `settings.limits`. */
export const isWithin = (errorName: string, field: string): boolean =>
  errorName === field || errorName.startsWith(`${field}.`)
