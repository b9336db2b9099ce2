import { isWrapped, unwrapValues } from '../templates/index.ts'

/**
 * Of the data of a call, what its content can ask for: the rest need not be kept with every mail. `variables` are the
 * full paths that the content names.
 */
export function neededValues(
  data: Record<string, unknown>,
  variables: readonly string[],
): Record<string, unknown> {
  const values = unwrapValues(data)
  const names = new Set<string>()
  for (const variable of variables) {
    const [root = '', second] = variable.split('.')
    // `data` by itself may be looped over, so anything in it may be wanted.
    if (root === 'data' && second === undefined) return values
    names.add(root)
    if (root === 'data' && second !== undefined) names.add(second)
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** What the caller marked as worth keeping on the contact. */
export function persistentValues(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      isWrapped(value) && value.persistent ? [[name, value.value]] : [],
    ),
  )
}
