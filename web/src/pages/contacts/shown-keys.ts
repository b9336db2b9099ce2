// Which keys of the data have a column in the list, and how the address says it. Pure.

/** Shown until somebody chooses: the keys that most contacts have. */
const DEFAULT_KEYS = 3

export const keysByUse = (fields: readonly { key: string; count: number }[]): string[] =>
  fields.toSorted((a, b) => b.count - a.count).map(({ key }) => key)

/** `show` is what the address says; keys that no contact has any more are left out. */
export const shownKeys = (all: readonly string[], show: string | undefined): string[] =>
  show === undefined ? all.slice(0, DEFAULT_KEYS) : show.split(',').filter((key) => all.includes(key))

/** For the address; no keys at all are said too, or the usual ones would be back. */
export const shownParam = (keys: readonly string[]): string => keys.join(',') || '-'
