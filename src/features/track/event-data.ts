import { isWrapped, unwrapValues } from '../templates/index.ts'

type Data = Record<string, unknown>

/** What the event keeps of the caller's data: bare values, and where it came from if that was a public key. */
export function toEventData({ data, isPublic }: { data: Data; isPublic: boolean }): Data {
  if (isPlain(data) && !isPublic && data['via'] !== 'public') return data
  const { via, ...rest } = unwrapValues(data)
  if (isPublic) return { ...rest, via: 'public' }
  // Only the service says "public"; any other value is the caller's own.
  return via === undefined || via === 'public' ? rest : { ...rest, via }
}

/** What is merged into the contact: all but what is marked as the event's alone. */
export function toContactData(data: Data): Data {
  if (isPlain(data)) return data
  const lasting = Object.entries(data).filter(([, value]) => !isWrapped(value) || value.persistent)
  return unwrapValues(Object.fromEntries(lasting))
}

/** The usual case, which needs no copy; then the statement, too, carries the data once. */
const isPlain = (data: Data) => !Object.values(data).some(isWrapped)
