// The content of an email, apart from the recipient. Its id is derived from the hash of everything in it, so callers
// know the id without asking the database.
import { createHash } from 'node:crypto'
import type { ContentId } from '../../../platform/ids.ts'

export type ContentAttachment = {
  /** Hex of the SHA-256 of the bytes, which are stored in `blobs`. */
  hash: string
  filename: string
  contentType: string
  disposition: 'attachment' | 'inline'
  contentId: string | null
  size: number
}

/** The content in another language. Its links follow those of the languages before it. */
export type ContentTranslation = {
  language: string
  subject: string
  html: string
  text: string
  isPlain: boolean
  firstLink: number
  linkCount: number
}

export type Content = {
  subject: string
  html: string
  text: string
  /** Whether only variables are filled in. */
  isPlain: boolean
  /** The targets of tracked links, in the order of their numbers in the HTML. */
  links: readonly string[]
  trackOpens: boolean
  fromEmail: string
  fromName: string | null
  replyTo: string | null
  headers: Record<string, string>
  attachments: readonly ContentAttachment[]
  /** Missing or empty for a content in one language. */
  translations?: readonly ContentTranslation[]
}

export type AddressedContent = Content & { id: ContentId }

/**
 * Converts line ends to those of the wire, so that not every email has to be converted. Only for plain contents: Liquid
 * code may compare with a line end that its author wrote.
 */
export const withWireLines = (source: string, isPlain: boolean): string =>
  isPlain ? source.replace(/\r\n|\r|\n/g, '\r\n') : source

export function addressContent(content: Content): AddressedContent {
  const { subject, html, text, links, trackOpens, fromEmail, fromName, replyTo, headers, attachments } =
    content
  const { translations = [] } = content
  const sender = [fromEmail, fromName, replyTo]
  const own = [subject, html, text, links, trackOpens, sender, Object.entries(headers), attachments]
  // A content in one language has the id that it had before there were translations.
  const everything = translations.length === 0 ? own : [...own, translations]
  const hash = createHash('sha256').update(JSON.stringify(everything)).digest()
  return { ...content, id: idOf(hash) }
}

/** RFC 9562, section 5.8: version 8 is for custom UUIDs. */
function idOf(hash: Buffer): ContentId {
  const hex = hash.toString('hex')
  const variant = ((hash[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}` as ContentId
}
