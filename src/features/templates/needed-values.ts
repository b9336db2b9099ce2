import { splitPath } from '../../platform/liquid/variables.ts'
import { unwrapValues } from './template-variables.ts'

/** The part of a call's data that its content can use, to store with each email. `variables` are full paths. */
export function neededValues(
  data: Record<string, unknown>,
  variables: readonly string[],
): Record<string, unknown> {
  const names = new Set<string>()
  for (const variable of variables) {
    const [root = '', second] = splitPath(variable)
    // A template may loop over `data` itself, so all of it may be used.
    if (root === 'data' && second === undefined) return unwrapValues(data)
    names.add(root)
    if (root === 'data' && second !== undefined) names.add(second)
  }
  // Iterates over the names, because the data may have thousands of keys.
  const needed = [...names].filter((name) => Object.hasOwn(data, name)).map((name) => [name, data[name]])
  return unwrapValues(Object.fromEntries(needed) as Record<string, unknown>)
}
