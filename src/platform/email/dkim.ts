// DKIM signatures (RFC 6376), relaxed/relaxed, over an explicit list of headers. Signing keeps its thread busy (about
// half a millisecond with RSA-2048): it is done in the threads that send, never in the one that answers HTTP. Keys come as
// KeyObjects: parsing a PEM costs as much as a third of a signature, so whoever owns them keeps them open.
import { createHash, hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { relaxedBody } from './dkim-body.ts'

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject }

/**
 * What a signature covers, where the message has it. Named explicitly: a header that is not here may be added on the
 * way without breaking anything; one that is here may not. Both List headers are, as RFC 8058 section 4 demands.
 */
const SIGNED = [
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
 * Named once more than the message has them (RFC 6376 section 8.15): a second one put on top would be the one that
 * readers show, under a signature that still holds. Not the List headers: mailing lists add their own to what they
 * pass on unchanged.
 */
const SEALED = new Set([
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
])

/** The DKIM-Signature header lines to put before the message, one a key. */
export function dkimSignatures(message: Buffer, keys: readonly DkimKey[], now: Date): Buffer {
  if (keys.length === 0) return Buffer.alloc(0)
  const { headers, body } = splitMessage(message)
  const bodyHash = hash('sha256', relaxedBody(body), 'base64')
  const covered = coveredBy(headers)
  const lines = keys.map((key) => signature(covered, { key, bodyHash, now }))
  return Buffer.from(lines.join(''), 'latin1')
}

type Field = { name: string; line: string }

const HEADER_END = Buffer.from('\r\n\r\n')

/** As latin1, in which every byte is one character: a header may contain 8-bit text that is not UTF-8. */
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
  return SIGNED.includes(name) ? [{ name, line }] : []
}

/** RFC 6376 section 3.4.2. Only blank and tab are white space here, which is less than what `trim` takes. */
function relaxed({ name, line }: Field): string {
  const value = line
    .slice(line.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
  return `${name}:${value.slice(value.startsWith(' ') ? 1 : 0, value.endsWith(' ') ? -1 : undefined)}\r\n`
}

type Covered = { names: string[]; text: string }

/** RFC 6376 section 5.4.2: of a header that comes more than once, the last is signed first. */
function coveredBy(headers: readonly Field[]): Covered {
  const names: string[] = []
  let text = ''
  for (const name of SIGNED) {
    for (const field of headers.filter((one) => one.name === name).toReversed()) {
      names.push(name)
      text += relaxed(field)
    }
    if (SEALED.has(name)) names.push(name)
  }
  return { names, text }
}

type Signing = { key: DkimKey; bodyHash: string; now: Date }

function signature({ names, text }: Covered, { key, bodyHash, now }: Signing): string {
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

/** Ours is folded with one blank and has no others in a row, so the relaxed form is the unfolded one. */
const relaxedSignature = (header: string): string =>
  header.replaceAll(FOLD, ' ').replace('DKIM-Signature: ', 'dkim-signature:')

// RFC 5322 section 2.1.1 asks for 78; a name, its colon and the blank of the fold fit into what is left.
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
