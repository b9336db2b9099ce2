import { isWrapped, unwrapValues } from '../templates/index.ts'

type Data = Record<string, unknown>

/** The data stored on the event: unwrapped values, and its origin if that was a public key. */
export function toEventData({ data, isPublic }: { data: Data; isPublic: boolean }): Data {
  if (isPlain(data) && !isPublic && data['via'] !== 'public') return data
  const { via, ...rest } = unwrapValues(data)
  if (isPublic) return { ...rest, via: 'public' }
  // Only the service may set "public"; any other value belongs to the caller.
  return via === undefined || via === 'public' ? rest : { ...rest, via }
}

/** The data merged into the contact: without values marked as not persistent. */
export function toContactData(data: Data): Data {
  if (isPlain(data)) return data
  const lasting = Object.entries(data).filter(([, value]) => !isWrapped(value) || value.persistent)
  return unwrapValues(Object.fromEntries(lasting))
}

/** The usual case: no copy is needed, and the statement carries the data once. */
const isPlain = (data: Data) => !Object.values(data).some(isWrapped)
