// Writes a message as the bytes to send. The tree is always the same: mixed (attachments) over related (inline images) over
// alternative (text, HTML), each level only where it has parts (RFC 2046 sections 5.1.3 and 5.1.4, RFC 2387). Every line
// ends in CRLF and has at most 998 bytes, all of them 7bit; equal messages give equal bytes. Unsafe values that must not be
// changed (see message.schema.ts) are refused.
import { hash } from 'node:crypto'
import { wholeText } from '../../text/text-pieces.ts'
import type { TextPieces } from '../../text/text-pieces.ts'
import { base64Lines, BOUNDARY_START, encodeText } from './body-encoding.ts'
import { canBeSentAs7bit } from './seven-bit-pieces.ts'
import { allocateMessageBuffer, messageIn, MESSAGE_START } from './message-buffer.ts'
import { customHeader, mailboxHeader, parameter, rawHeader, textHeader } from './header-encoding.ts'
import { InvalidMessageError } from '../message.ts'
import type { Attachment, Message } from '../message.ts'
import { CONTENT_TYPE, MESSAGE_PART_ID } from '../message.schema.ts'

/** ASCII text, or bytes. Nothing is copied before the whole message is written. */
type Chunk = string | Buffer

/** A part of the tree: its own headers, and the chunks after the blank line. */
type Part = { type: string; headers: string; body: readonly Chunk[] }

/** @throws {InvalidMessageError} for an id, an address or a header name that no email can carry */
export function composeMessage(message: Message): Buffer {
  const root = rootPart(message)
  return joined([`${messageHeaders(message)}${root.headers}\r\n`, ...root.body])
}

const CR = 0x0d
const LF = 0x0a

function joined(chunks: readonly Chunk[]): Buffer {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  const whole = allocateMessageBuffer(length)
  let at = MESSAGE_START
  for (const chunk of chunks) {
    if (typeof chunk === 'string') at += whole.write(chunk, at, 'latin1')
    else {
      whole.set(chunk, at)
      at += chunk.length
    }
  }
  if (whole[at - 2] !== CR || whole[at - 1] !== LF) at += whole.write('\r\n', at, 'latin1')
  return messageIn(whole, at)
}

function messageHeaders({
  from,
  to,
  cc = [],
  replyTo,
  subject,
  messageId,
  date,
  ...others
}: Message): string {
  const { headers, serviceHeaders = [] } = others
  return [
    mailboxHeader('From', [from]),
    ...(to.length > 0 ? [mailboxHeader('To', to)] : []),
    ...(cc.length > 0 ? [mailboxHeader('Cc', cc)] : []),
    ...(replyTo ? [mailboxHeader('Reply-To', [replyTo])] : []),
    textHeader('Subject', subject),
    rawHeader('Date', emailDate(date)),
    rawHeader('Message-ID', angled(messageId)),
    ...headers.map(([name, value]) => customHeader(name, value)),
    ...serviceHeaders.map(([name, value]) => textHeader(name, value)),
    rawHeader('MIME-Version', '1.0'),
  ].join('')
}

/** RFC 5322 section 3.3, in UTC. */
function emailDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new InvalidMessageError("the email's date is invalid")
  return date.toUTCString().replace('GMT', '+0000')
}

function angled(id: string): string {
  if (!MESSAGE_PART_ID.test(id)) throw new InvalidMessageError('an id contains invalid characters')
  return `<${id}>`
}

/** HTML cannot refer to an inline part without a content id, so that one is listed with the other attachments. */
const isEmbedded = (one: Attachment): boolean => one.disposition === 'inline' && one.contentId !== undefined

function rootPart(message: Message): Part {
  const embedded = message.attachments.filter(isEmbedded)
  const files = message.attachments.filter((one) => !isEmbedded(one))
  const readable = multipart('alternative', message, readableParts(message))
  const related = multipart('related', message, [readable, ...embedded.map(attachmentPart)])
  return multipart('mixed', message, [related, ...files.map(attachmentPart)])
}

/** RFC 2046 section 5.1.4: the plainest first. A reader that prefers text is not shown an empty part. */
function readableParts({ html, text }: Message): Part[] {
  if (isEmpty(html)) return [textPart('plain', text)]
  return isEmpty(text) ? [textPart('html', html)] : [textPart('plain', text), textPart('html', html)]
}

const isEmpty = (text: Buffer | TextPieces): boolean =>
  Buffer.isBuffer(text)
    ? text.length === 0
    : text.literals.every(({ length }) => length === 0) && text.values.every((value) => value === '')

function textPart(subtype: 'plain' | 'html', text: Buffer | TextPieces): Part {
  const { encoding, chunks } = encode(text)
  const type = `text/${subtype}`
  return {
    type,
    headers: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`,
    body: chunks,
  }
}

function encode(text: Buffer | TextPieces): { encoding: string; chunks: Chunk[] } {
  if (!Buffer.isBuffer(text) && canBeSentAs7bit(text)) return { encoding: '7bit', chunks: chunksOf(text) }
  const { encoding, bytes } = encodeText(wholeText(text))
  return { encoding, chunks: [bytes] }
}

const chunksOf = ({ literals, values }: TextPieces): Chunk[] =>
  literals.flatMap((literal, index) => {
    const value = values[index]
    return value === undefined ? [literal] : [literal, value]
  })

function attachmentPart({ filename, contentType, disposition, contentId, content }: Attachment): Part {
  const type = simpleType(contentType)
  const headers = [
    `Content-Type: ${type}${parameter('name', filename)}\r\n`,
    'Content-Transfer-Encoding: base64\r\n',
    `Content-Disposition: ${disposition === 'inline' ? 'inline' : 'attachment'}${parameter('filename', filename)}\r\n`,
    ...(contentId === undefined ? [] : [rawHeader('Content-ID', angled(contentId))]),
  ]
  return { type, headers: headers.join(''), body: [base64Lines(content)] }
}

/** RFC 2045 section 6.4 forbids base64 on composite types; RFC 2046 section 4.5.1 has the type for unknown content. */
function simpleType(contentType: string): string {
  const isSimple = CONTENT_TYPE.test(contentType) && !/^(?:multipart|message)\//i.test(contentType)
  return isSimple ? contentType : 'application/octet-stream'
}

type Container = 'alternative' | 'related' | 'mixed'

/** A container with one part is replaced by that part. */
function multipart(subtype: Container, { messageId }: Message, parts: readonly Part[]): Part {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const boundary = boundaryFor(messageId, subtype)
  // RFC 2387 section 3.1 requires the type of the root part.
  const rootType = subtype === 'related' && first ? `;\r\n type="${first.type}"` : ''
  const type = `multipart/${subtype}`
  const body = parts.flatMap((part) => [`--${boundary}\r\n${part.headers}\r\n`, ...part.body, '\r\n'])
  return {
    type,
    headers: `Content-Type: ${type}${rootType};\r\n boundary="${boundary}"\r\n`,
    body: [...body, `--${boundary}--\r\n`],
  }
}

/**
 * Derived from the Message-ID: an email that is sent again has the same bytes. All boundaries have one length, so none is a
 * prefix of another; no part contains one, since its lines cannot begin like this (`encodeText`).
 */
function boundaryFor(messageId: string, subtype: Container): string {
  return `${BOUNDARY_START}${hash('sha256', messageId, 'hex').slice(0, 32)}_${subtype[0]}`
}
