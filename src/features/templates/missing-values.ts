// Finds variables without a value by name, without rendering the content. The rules are those of templateVariables: request
// data overrides contact data, and `data.key` is another way to write `key`.
import type { RequiredVariable } from '../../platform/liquid/compile.ts'
import { readPath } from '../../platform/liquid/variables.ts'
import { isRecord, unwrapValues } from './template-variables.ts'

/** A variable whose value comes from the contact, with its path in the contact's data. */
export type ContactValue = { name: string; path: readonly string[] }

export type MissingValues = {
  /** Missing for every contact. */
  missing: string[]
  ofContact: ContactValue[]
}

export function findMissingValues(
  required: readonly RequiredVariable[],
  data: Record<string, unknown>,
): MissingValues {
  const found: MissingValues = { missing: [], ofContact: [] }
  if (required.length === 0) return found
  const requestData = unwrapValues(data)
  for (const { name, path } of required) {
    const place = placeOf(path, requestData)
    if (place.isGiven) {
      if ((place.value ?? undefined) === undefined) found.missing.push(name)
    } else if (place.path.length > 0) found.ofContact.push({ name, path: place.path })
  }
  return found
}

type Place = { isGiven: true; value: unknown } | { isGiven: false; path: string[] }

function placeOf(path: RequiredVariable['path'], requestData: Record<string, unknown>): Place {
  const [root = '', key] = path
  if (root !== 'data') return placeOfKey(path, requestData)
  const own = requestData['data'] ?? undefined
  const decides = own !== undefined && (!isRecord(own) || (key !== undefined && Object.hasOwn(own, key)))
  if (decides) return { isGiven: true, value: readPath(requestData, path) }
  // `data` itself and its size always exist.
  if (key === undefined || key === 'size') return { isGiven: false, path: [] }
  return placeOfKey(path.slice(1), requestData)
}

function placeOfKey(path: RequiredVariable['path'], requestData: Record<string, unknown>): Place {
  if (Object.hasOwn(requestData, path[0] ?? '')) return { isGiven: true, value: readPath(requestData, path) }
  // Liquid computes these; the database can only tell whether the contact has the value that they are computed from.
  const computed = path.findIndex((key, index) => index > 0 && COMPUTED.has(key))
  return { isGiven: false, path: (computed === -1 ? path : path.slice(0, computed)).map(String) }
}

const COMPUTED: ReadonlySet<string | number> = new Set(['size', 'first', 'last'])
