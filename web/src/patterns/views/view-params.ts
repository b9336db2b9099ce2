// The part of the address of a list that a saved view keeps.

export type ViewParams = Record<string, unknown>

/** Without the open dialog, and without empty parameters. */
export const viewParams = (search: object): ViewParams =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => name !== 'dialog' && value !== undefined),
  )

/** Whether two views show the same; the order of parameters does not matter. */
export const isSameView = (one: ViewParams, other: ViewParams): boolean => canonical(one) === canonical(other)

const canonical = (params: ViewParams): string =>
  JSON.stringify(Object.entries(params).toSorted(([a], [b]) => a.localeCompare(b)))
