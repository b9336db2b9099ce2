/** A write to a contact's data: keys to merge, and keys to delete. */
export type DataChange = { set: Record<string, unknown>; remove: string[] }

/** A value of null deletes its key, any other value replaces it. */
export function toDataChange(data: Record<string, unknown>): DataChange {
  const entries = Object.entries(data)
  // The usual case, thousands of times per second.
  if (!entries.some(([, value]) => value === null)) return { set: data, remove: [] }
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    remove: entries.filter(([, value]) => value === null).map(([key]) => key),
  }
}
