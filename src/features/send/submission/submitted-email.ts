// Parses the bytes of a submitted email. Its author has signed in, but the content is neither trusted nor repaired: an email
// that cannot be parsed is refused with the reason. Emails that would take long are parsed in a thread
// (read-email.service.ts). Headers may repeat, have no value, and come in any order.
import { createHash } from 'node:crypto'
import PostalMime, { addressParser, decodeWords } from 'postal-mime'
import type { Address, Attachment, Email } from 'postal-mime'
import { AppError } from '../../../platform/errors.ts'
import {
  CONTENT_TYPE,
  sanitizeFilename,
  HEADER_NAME,
  isRelayHeader,
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
  /** Without those that Lettermill or a mail server sets. */
  headers: [name: string, value: string][]
  /** The names of headers that only relays obey. */
  removedHeaders: string[]
  /** The header `traceparent`, which recipients do not get. */
  traceparent: string | undefined
  /** The headers X-Lettermill-…, by the rest of their names in lower case. */
  lettermillHeaders: Record<string, string>
  files: SubmittedFile[]
}

// An attachment of 10 MB has about 180,000 lines of base64, and a body adds a few thousand. The MIME parser takes up to
// 4 microseconds for each.
const MOST_LINES = 400_000
// Each MIME part takes 50 microseconds. Lines that may begin a part are counted; tables drawn with dashes match, too.
const MOST_DASHED_LINES = 2_000
// Mailers write two or three levels, a forwarded email has a few more.
const READER_LIMITS = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** @throws AppError VALIDATION_ERROR */
export async function readSubmittedEmail(raw: Uint8Array): Promise<SubmittedEmail> {
  const { lines, dashedLines } = countLines(raw)
  if (lines > MOST_LINES) throw unreadable(`has ${lines} lines; the limit is ${MOST_LINES}`)
  if (dashedLines > MOST_DASHED_LINES) {
    throw unreadable(`has ${dashedLines} lines that begin with --; the limit is ${MOST_DASHED_LINES}`)
  }
  const email = await PostalMime.parse(raw, READER_LIMITS).catch((error: unknown) => {
    throw unreadable(`cannot be parsed as MIME: ${(error as Error).message}`)
  })
  return toSubmitted(email)
}

const unreadable = (problem: string): AppError =>
  new AppError('VALIDATION_ERROR', { message: `The email ${problem}.` })

const LF = 0x0a
const DASH = 0x2d

/** The cost of parsing depends on the number of lines, not of bytes. */
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
    removedHeaders: email.headers.flatMap(({ originalKey }) =>
      isRelayHeader(originalKey) ? [originalKey] : [],
    ),
    traceparent: email.headers.find(({ key }) => key === 'traceparent')?.value.trim(),
    lettermillHeaders: Object.fromEntries(
      email.headers.flatMap(({ key, value }) =>
        key.startsWith(OPTION_PREFIX) ? [[key.slice(OPTION_PREFIX.length), clean(decodeWords(value))]] : [],
      ),
    ),
    files: email.attachments.map(toFile),
  }
}

const OPTION_PREFIX = 'x-lettermill-'

/** Headers of W3C Trace Context, which say how the sender's systems work together. */
const TRACE_HEADERS = new Set(['traceparent', 'tracestate'])

/** Skips lines without a colon or with an invalid header name. */
const isOwn = (name: string): boolean =>
  HEADER_NAME.test(name) &&
  !isReservedHeader(name) &&
  !isRelayHeader(name) &&
  !TRACE_HEADERS.has(name.toLowerCase()) &&
  !name.toLowerCase().startsWith(OPTION_PREFIX)

/** Unfolds the value into one line. */
const clean = (value: string): string => storableText(value.replaceAll(/\p{Cc}+/gu, ' ').trim())

/** Reads all headers with that name; the parser keeps only the last. */
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

/** The method parameter makes an attachment a meeting request (RFC 6047 section 2.4). */
function contentTypeOf({ mimeType, method }: Attachment): string {
  const type = method === undefined ? mimeType : `${mimeType}; method=${method}`
  return CONTENT_TYPE.test(type) ? type : 'application/octet-stream'
}

const LONGEST_FILENAME = 255
const NAMES: Record<string, string> = { 'message/rfc822': 'message.eml', 'text/calendar': 'invite.ics' }

function filenameOf({ filename, mimeType }: Attachment): string {
  const name = sanitizeFilename(storableText(filename ?? '')).slice(0, LONGEST_FILENAME)
  if (name.trim() !== '') return name
  const subtype = /^(?:image|text)\/([a-z0-9]{1,10})$/.exec(mimeType)?.[1]
  return NAMES[mimeType] ?? (subtype === undefined ? 'attachment' : `attachment.${subtype}`)
}
