import { splitPath } from '../../platform/liquid/variables.ts'
import { unwrapValues } from './template-variables.ts'

/**
 * Of the data of a call, what its content can ask for: the rest need not be kept with every email. `variables` are the
 * full paths that the content names.
 */
export function neededValues(
  data: Record<string, unknown>,
  variables: readonly string[],
): Record<string, unknown> {
  const names = new Set<string>()
  for (const variable of variables) {
    const [root = '', second] = splitPath(variable)
    // `data` by itself may be looped over, so anything in it may be wanted.
    if (root === 'data' && second === undefined) return unwrapValues(data)
    names.add(root)
    if (root === 'data' && second !== undefined) names.add(second)
  }
  // By the names and not by the data, which may have thousands of keys.
  const needed = [...names].filter((name) => Object.hasOwn(data, name)).map((name) => [name, data[name]])
  return unwrapValues(Object.fromEntries(needed) as Record<string, unknown>)
}
