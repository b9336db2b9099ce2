// What is sent, apart from whom it goes to: addressed by the hash of all that is in it. The id of a content is made
// from that hash, so whoever writes an email knows it without asking.
import { createHash } from 'node:crypto'
import type { ContentId } from '../../../platform/ids.ts'

export type ContentAttachment = {
  /** Hex of the SHA-256 of the bytes, which stand in `blobs`. */
  hash: string
  filename: string
  contentType: string
  disposition: 'attachment' | 'inline'
  contentId: string | null
  size: number
}

export type Content = {
  subject: string
  html: string
  text: string
  /** Whether only variables are filled in. */
  isPlain: boolean
  /** Where tracked links lead, in the order in which the HTML numbers them. */
  links: readonly string[]
  trackOpens: boolean
  fromEmail: string
  fromName: string | null
  replyTo: string | null
  headers: Record<string, string>
  attachments: readonly ContentAttachment[]
}

export type AddressedContent = Content & { id: ContentId }

/**
 * Line ends as they go on the wire, so that they need not be changed in every email. Only where nothing but variables is
 * filled in: code may compare with a line end that its author wrote.
 */
export const withWireLines = (source: string, isPlain: boolean): string =>
  isPlain ? source.replace(/\r\n|\r|\n/g, '\r\n') : source

export function addressContent(content: Content): AddressedContent {
  const { subject, html, text, links, trackOpens, fromEmail, fromName, replyTo, headers, attachments } =
    content
  const sender = [fromEmail, fromName, replyTo]
  const everything = [subject, html, text, links, trackOpens, sender, Object.entries(headers), attachments]
  const hash = createHash('sha256').update(JSON.stringify(everything)).digest()
  return { ...content, id: idOf(hash) }
}

/** RFC 9562, section 5.8: a UUID of our own making says version 8. */
function idOf(hash: Buffer): ContentId {
  const hex = hash.toString('hex')
  const variant = ((hash[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}` as ContentId
}
