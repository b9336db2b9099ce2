/** A write to a contact's data, as SQL needs it: what is merged in, as JSON text, and which keys go. */
export type DataChange = { set: string; remove: string[] }

/** Splits what the caller sent: null deletes a key, everything else replaces it. */
export function toDataChange(data: Record<string, unknown>): DataChange {
  const entries = Object.entries(data)
  return {
    set: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))),
    remove: entries.filter(([, value]) => value === null).map(([key]) => key),
  }
}
