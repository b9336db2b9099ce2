import { createHash } from 'node:crypto'
import type { EmailId, EventId } from '../../platform/ids.ts'

/**
 * The id of an event that is not stored: what happened to an email of this name, which happens once. Whoever works it out
 * again comes to the same id. A UUIDv8 (RFC 9562, section 5.8), because it does not tell the time.
 */
export function derivedEventId(name: string, emailId: EmailId): EventId {
  const hex = createHash('sha256').update(`${name} ${emailId}`).digest('hex')
  const variant = (8 + (parseInt(hex[16] ?? '0', 16) & 3)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}` as EventId
}
