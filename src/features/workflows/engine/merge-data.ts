/** Data as a write of a contact leaves it: merged one level deep, and null deletes a key. */
export function mergeData(before: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...(before as Record<string, unknown> | null), ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
