import type { EmailAddress } from '../addresses/email-address.ts'
import type { TextPieces } from '../text/text-pieces.ts'

export type Mailbox = { name?: string | undefined; address: EmailAddress }

export type Attachment = {
  filename: string
  contentType: string
  disposition: 'attachment' | 'inline'
  /** Without its angle brackets; what `cid:` in the HTML names. */
  contentId?: string | undefined
  content: Buffer
}

export type Header = readonly [name: string, value: string]

/**
 * One email, as it will be read. What programs compare (header names, ids, addresses) has passed `message.schema.ts`
 * where it was stored; free text (subject, names, values) is the result of a template and may hold anything.
 */
export type Message = {
  from: Mailbox
  to: readonly Mailbox[]
  cc?: readonly Mailbox[] | undefined
  replyTo?: Mailbox | undefined
  subject: string
  /** Either may be empty, and then has no part; UTF-8, with any kind of line end. */
  html: Buffer | TextPieces
  text: Buffer | TextPieces
  /** Without its angle brackets. */
  messageId: string
  date: Date
  /** The caller's own headers. None of them is one that the service writes. */
  headers: readonly Header[]
  /** What the service adds, such as Feedback-ID and, on marketing email, List-Unsubscribe. */
  serviceHeaders?: readonly Header[]
  attachments: readonly Attachment[]
}

/** A value that would have to be changed to stand in an email, and whose change would make it another. */
export class UnfitMessageError extends Error {
  override readonly name = 'UnfitMessageError'
}
