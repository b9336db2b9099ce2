/** A write to a contact's data: what is merged in, and which keys go. */
export type DataChange = { set: Record<string, unknown>; remove: string[] }

/** Splits what the caller sent: null deletes a key, everything else replaces it. */
export function toDataChange(data: Record<string, unknown>): DataChange {
  const entries = Object.entries(data)
  // The usual case, of which there are thousands a second.
  if (!entries.some(([, value]) => value === null)) return { set: data, remove: [] }
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    remove: entries.filter(([, value]) => value === null).map(([key]) => key),
  }
}
