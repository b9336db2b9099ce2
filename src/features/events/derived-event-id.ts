import { createHash } from 'node:crypto'
import type { EmailId, EventId } from '../../platform/ids.ts'

/**
 * Derives the id of an event that is not stored, which happens once per email and name, so that every node computes the same
 * id. A UUIDv8 (RFC 9562, section 5.8), because it contains no time.
 */
export function derivedEventId(name: string, emailId: EmailId): EventId {
  const hex = createHash('sha256').update(`${name} ${emailId}`).digest('hex')
  const variant = (8 + (parseInt(hex[16] ?? '0', 16) & 3)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}` as EventId
}
