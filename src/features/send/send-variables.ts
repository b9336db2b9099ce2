import { isWrapped } from '../templates/index.ts'

/** The values marked as persistent, which are stored on the contact. */
export function persistentValues(data: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(data)) {
    const value = data[name]
    if (isWrapped(value) && value.persistent) kept[name] = value.value
  }
  return kept
}
