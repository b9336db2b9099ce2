// From the bytes that a mailer handed in to its parts. Everything here was written by a caller who has signed in, and is
// neither trusted nor repaired: what cannot be read is refused with the reason. Emails that would take long are read in a
// thread (read-email.service.ts). What a newcomer gets wrong: headers repeat, have no value, and come in any order.
import { createHash } from 'node:crypto'
import PostalMime, { addressParser, decodeWords } from 'postal-mime'
import type { Address, Attachment, Email } from 'postal-mime'
import { AppError } from '../../../platform/errors.ts'
import {
  CONTENT_TYPE,
  fitFilename,
  HEADER_NAME,
  isReservedHeader,
  MESSAGE_PART_ID,
} from '../../../platform/email/message.schema.ts'
import { storableText } from '../../../platform/text/storable-text.ts'

export type WrittenAddress = { name: string; address: string }

export type SubmittedFile = {
  filename: string
  contentType: string
  disposition: 'attachment' | 'inline'
  contentId?: string
  bytes: Uint8Array
  /** SHA-256 of the bytes. */
  hash: Uint8Array
}

export type SubmittedEmail = {
  from: WrittenAddress[]
  replyTo: WrittenAddress[]
  to: WrittenAddress[]
  cc: WrittenAddress[]
  subject: string
  html: string | undefined
  text: string | undefined
  messageId: string | undefined
  /** The sender's own, without those that the service or a mail server writes. */
  headers: [name: string, value: string][]
  /** What the headers X-Lettermill-… ask for, by the rest of their names in lower case. */
  orders: Record<string, string>
  files: SubmittedFile[]
}

// An attachment of 10 MB has some 180,000 lines of base64, and a body adds a few thousand. The MIME reader takes up to
// 4 microseconds for each.
const MOST_LINES = 400_000
// Each takes 50 microseconds. What counts is a line that may begin one, and tables drawn with dashes look like that too.
const MOST_DASHED_LINES = 2_000
// Mailers write two or three levels; an email that was forwarded a few more.
const READER_LIMITS = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** @throws AppError VALIDATION_ERROR with what is wrong with it */
export async function readSubmittedEmail(raw: Uint8Array): Promise<SubmittedEmail> {
  const { lines, dashedLines } = countLines(raw)
  if (lines > MOST_LINES) throw unreadable(`has ${lines} lines; at most ${MOST_LINES} are read`)
  if (dashedLines > MOST_DASHED_LINES) {
    throw unreadable(`has ${dashedLines} lines that begin with --; at most ${MOST_DASHED_LINES} are read`)
  }
  const email = await PostalMime.parse(raw, READER_LIMITS).catch((error: unknown) => {
    throw unreadable(`cannot be read as MIME: ${(error as Error).message}`)
  })
  return toSubmitted(email)
}

const unreadable = (problem: string): AppError =>
  new AppError('VALIDATION_ERROR', { message: `The email ${problem}.` })

const LF = 0x0a
const DASH = 0x2d

/** How much work an email is depends on its lines, and not on its bytes. */
export function countLines(raw: Uint8Array): { lines: number; dashedLines: number } {
  let lines = 0
  let dashedLines = 0
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    lines += 1
    if (raw[at + 1] === DASH && raw[at + 2] === DASH) dashedLines += 1
  }
  return { lines, dashedLines }
}

function toSubmitted(email: Email): SubmittedEmail {
  const messageId = email.messageId?.replace(/^<|>$/g, '')
  return {
    from: addressesOf(email, 'from'),
    replyTo: addressesOf(email, 'reply-to'),
    to: addressesOf(email, 'to'),
    cc: addressesOf(email, 'cc'),
    subject: clean(email.subject ?? ''),
    html: email.html === undefined ? undefined : storableText(email.html),
    text: email.text === undefined ? undefined : storableText(email.text),
    messageId: messageId !== undefined && MESSAGE_PART_ID.test(messageId) ? messageId : undefined,
    headers: email.headers.flatMap(({ originalKey, value }) =>
      isOwn(originalKey) ? [[originalKey, clean(decodeWords(value))] as [string, string]] : [],
    ),
    orders: Object.fromEntries(
      email.headers.flatMap(({ key, value }) =>
        key.startsWith(ORDER) ? [[key.slice(ORDER.length), clean(decodeWords(value))]] : [],
      ),
    ),
    files: email.attachments.map(toFile),
  }
}

const ORDER = 'x-lettermill-'

/** A line without a colon, or with a name that no header can have, is somebody's mistake and nobody's header. */
const isOwn = (name: string): boolean =>
  HEADER_NAME.test(name) && !isReservedHeader(name) && !name.toLowerCase().startsWith(ORDER)

/** One line: most control characters were only there to fold it. */
const clean = (value: string): string => storableText(value.replaceAll(/\p{Cc}+/gu, ' ').trim())

/** Of all headers with that name; the reader keeps the last only. */
function addressesOf({ headers }: Email, name: string): WrittenAddress[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .flatMap(membersOf)
    .map((one) => ({ name: clean(one.name), address: one.address.trim() }))
}

const membersOf = (one: Address): WrittenAddress[] =>
  one.group === undefined ? [{ name: one.name, address: one.address }] : one.group

function toFile(attachment: Attachment): SubmittedFile {
  const { contentId = '', related = false, disposition, content } = attachment
  const id = contentId.replace(/^<|>$/g, '')
  const hasId = MESSAGE_PART_ID.test(id)
  const bytes = bytesOf(content)
  return {
    filename: filenameOf(attachment),
    contentType: contentTypeOf(attachment),
    disposition: hasId && (related || disposition === 'inline') ? 'inline' : 'attachment',
    ...(hasId && { contentId: id }),
    bytes,
    hash: new Uint8Array(createHash('sha256').update(bytes).digest()),
  }
}

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** A meeting request is one by the method of its type (RFC 6047 section 2.4). */
function contentTypeOf({ mimeType, method }: Attachment): string {
  const type = method === undefined ? mimeType : `${mimeType}; method=${method}`
  return CONTENT_TYPE.test(type) ? type : 'application/octet-stream'
}

const LONGEST_FILENAME = 255
const NAMES: Record<string, string> = { 'message/rfc822': 'message.eml', 'text/calendar': 'invite.ics' }

function filenameOf({ filename, mimeType }: Attachment): string {
  const name = fitFilename(storableText(filename ?? '')).slice(0, LONGEST_FILENAME)
  if (name.trim() !== '') return name
  const subtype = /^(?:image|text)\/([a-z0-9]{1,10})$/.exec(mimeType)?.[1]
  return NAMES[mimeType] ?? (subtype === undefined ? 'attachment' : `attachment.${subtype}`)
}
