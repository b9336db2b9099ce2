// Which data keys have a column in the list, and their search param. Pure.

/** The most frequent keys are shown by default. */
const DEFAULT_KEYS = 3

export const keysByUse = (fields: readonly { key: string; count: number }[]): string[] =>
  fields.toSorted((a, b) => b.count - a.count).map(({ key }) => key)

/** `show` is the search param; keys that no contact has any more are left out. */
export const shownKeys = (all: readonly string[], show: string | undefined): string[] =>
  show === undefined ? all.slice(0, DEFAULT_KEYS) : show.split(',').filter((key) => all.includes(key))

/** "-" stands for no keys: without the param, the default ones would be shown. */
export const shownParam = (keys: readonly string[]): string => keys.join(',') || '-'
