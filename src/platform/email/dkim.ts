// DKIM signatures (RFC 6376), relaxed/relaxed, over an explicit list of headers. SignatureInput blocks its thread (about half a
// millisecond with RSA-2048): it is done in the threads that send, never in the one that answers HTTP. Keys are KeyObjects:
// parsing a PEM takes a third of the time of a signature, so their owner caches them.
import { createHash, hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { relaxedBody } from './dkim-body.ts'

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject }

/**
 * The headers that a signature covers, where the message has them. An explicit list: other headers may be added in transit
 * without breaking the signature. Both List headers are included, as RFC 8058 section 4 requires.
 */
const SIGNED_HEADERS = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'mime-version',
  'content-type',
]

/**
 * Oversigned headers, named once more than the message has them (RFC 6376 section 8.15): readers would show a second one
 * put on top, under a signature that still holds. Not the List headers: mailing lists add their own to messages that they
 * pass on unchanged.
 */
const OVERSIGNED = new Set(SIGNED_HEADERS.filter((name) => !/^list-|^feedback-id$/.test(name)))

/** `unsignedHeaders`: left out, in lower case, because they are replaced on the way. */
export type SigningOptions = { now: Date; unsignedHeaders?: readonly string[] | undefined }

/** The DKIM-Signature header lines to put before the message, one per key. */
export function dkimSignatures(
  message: Buffer,
  keys: readonly DkimKey[],
  { now, unsignedHeaders = [] }: SigningOptions,
): Buffer {
  if (keys.length === 0) return Buffer.alloc(0)
  const { headers, body } = splitMessage(message)
  const bodyHash = hash('sha256', relaxedBody(body), 'base64')
  const names = SIGNED_HEADERS.filter((name) => !unsignedHeaders.includes(name))
  const signed = signedHeaders(headers, names)
  const lines = keys.map((key) => signature(signed, { key, bodyHash, now }))
  return Buffer.from(lines.join(''), 'latin1')
}

type Field = { name: string; line: string }

const HEADER_END = Buffer.from('\r\n\r\n')

/** Read as latin1, in which every byte is one character: a header may contain 8-bit text that is not UTF-8. */
function splitMessage(message: Buffer): { headers: Field[]; body: Buffer } {
  const end = message.indexOf(HEADER_END)
  const text = message.toString('latin1', 0, end < 0 ? message.length : end)
  const headers = text.split(/\r\n(?![ \t])/).flatMap(toField)
  return { headers, body: message.subarray(end < 0 ? message.length : end + HEADER_END.length) }
}

function toField(line: string): Field[] {
  const colon = line.indexOf(':')
  if (colon < 0) return []
  const name = line
    .slice(0, colon)
    .replace(/[ \t]+$/, '')
    .toLowerCase()
  return SIGNED_HEADERS.includes(name) ? [{ name, line }] : []
}

/** RFC 6376 section 3.4.2. Only blank and tab are white space here; `trim` removes more. */
function relaxed({ name, line }: Field): string {
  const value = line
    .slice(line.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
  return `${name}:${value.slice(value.startsWith(' ') ? 1 : 0, value.endsWith(' ') ? -1 : undefined)}\r\n`
}

type SignedHeaders = { names: string[]; text: string }

/** RFC 6376 section 5.4.2: a repeated header is signed from the last to the first. */
function signedHeaders(headers: readonly Field[], wanted: readonly string[]): SignedHeaders {
  const names: string[] = []
  let text = ''
  for (const name of wanted) {
    for (const field of headers.filter((one) => one.name === name).toReversed()) {
      names.push(name)
      text += relaxed(field)
    }
    if (OVERSIGNED.has(name)) names.push(name)
  }
  return { names, text }
}

type SignatureInput = { key: DkimKey; bodyHash: string; now: Date }

function signature({ names, text }: SignedHeaders, { key, bodyHash, now }: SignatureInput): string {
  const isEd25519 = key.privateKey.asymmetricKeyType === 'ed25519'
  const unsigned = [
    `DKIM-Signature: v=1; a=${isEd25519 ? 'ed25519' : 'rsa'}-sha256; c=relaxed/relaxed`,
    `d=${key.domain}; s=${key.selector}`,
    `t=${Math.floor(now.getTime() / 1000)}; bh=${bodyHash}`,
    `h=${foldNames(names)}`,
    'b=',
  ].join(`;${FOLD}`)
  const data = Buffer.from(`${text}${relaxedSignature(unsigned)}`, 'latin1')
  // RFC 8463 section 3: Ed25519 signs the SHA-256 digest, not the text.
  const bytes = isEd25519
    ? sign(null, createHash('sha256').update(data).digest(), key.privateKey)
    : sign('sha256', data, key.privateKey)
  return `${unsigned}${foldBase64(bytes.toString('base64'))}\r\n`
}

const FOLD = '\r\n '
const BASE64_A_LINE = 72

function foldBase64(text: string): string {
  let lines = text.slice(0, BASE64_A_LINE)
  for (let at = BASE64_A_LINE; at < text.length; at += BASE64_A_LINE) {
    lines += FOLD + text.slice(at, at + BASE64_A_LINE)
  }
  return lines
}

/** Our header is folded with one blank and has no other runs of blanks, so unfolding it gives the relaxed form. */
const relaxedSignature = (header: string): string =>
  header.replaceAll(FOLD, ' ').replace('DKIM-Signature: ', 'dkim-signature:')

// RFC 5322 section 2.1.1 asks for 78; a name, its colon and the blank of the fold fit into the rest.
const NAMES_A_LINE = 50

/** RFC 6376 section 3.5 allows white space after the colon. */
function foldNames(names: readonly string[]): string {
  let text = ''
  let column = 0
  for (const [index, name] of names.entries()) {
    const isNewLine = column > NAMES_A_LINE
    text += `${index === 0 ? '' : ':'}${isNewLine ? FOLD : ''}${name}`
    column = (isNewLine ? 0 : column) + name.length + 1
  }
  return text
}
