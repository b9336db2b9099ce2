import { splitPath } from '../../../platform/liquid/variables.ts'

/** Sample values for all variables of a text, for addresses without a contact: the name itself, such as [firstName]. */
export function sampleValues(paths: readonly string[]): Record<string, unknown> {
  const values = emptyRecord()
  // Longer paths first: if both `order` and `order.id` are named, `order` is an object.
  for (const path of paths.toSorted((one, other) => other.length - one.length)) {
    const [root, ...rest] = splitPath(path)
    const keys = root === 'data' && rest.length > 0 ? rest : [root ?? path, ...rest]
    put(values, keys, `[${keys.at(-1) ?? path}]`)
  }
  return values
}

function put(into: Record<string, unknown>, [first, ...rest]: readonly string[], value: string): void {
  if (first === undefined) return
  if (rest.length === 0) {
    into[first] ??= value
    return
  }
  const inner = into[first]
  const next =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : emptyRecord()
  into[first] = next
  put(next, rest, value)
}

/** Without a prototype: a text that names `__proto__.x` would otherwise change every object of the process. */
const emptyRecord = () => Object.create(null) as Record<string, unknown>
