import type { EmailAddress } from '../addresses/email-address.ts'
import type { TextPieces } from '../text/text-pieces.ts'

export type Mailbox = { name?: string | undefined; address: EmailAddress }

export type Attachment = {
  filename: string
  contentType: string
  disposition: 'attachment' | 'inline'
  /** Without its angle brackets; `cid:` in the HTML refers to it. */
  contentId?: string | undefined
  content: Buffer
}

export type Header = readonly [name: string, value: string]

/**
 * One email as its reader sees it. Values that programs compare (header names, ids, addresses) were validated by
 * `message.schema.ts` before they were stored; free text (subject, names, values) is the result of a template and may
 * contain anything.
 */
export type Message = {
  from: Mailbox
  to: readonly Mailbox[]
  cc?: readonly Mailbox[] | undefined
  replyTo?: Mailbox | undefined
  subject: string
  /** Either may be empty, and then has no part; UTF-8, with any line ends. */
  html: Buffer | TextPieces
  text: Buffer | TextPieces
  /** Without its angle brackets. */
  messageId: string
  date: Date
  /** The caller's own headers, none of which the service writes. */
  headers: readonly Header[]
  /** Headers that the service adds, such as Feedback-ID and, on marketing email, List-Unsubscribe. */
  serviceHeaders?: readonly Header[]
  attachments: readonly Attachment[]
}

/** A value that an email cannot carry and that must not be repaired. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError'
}
