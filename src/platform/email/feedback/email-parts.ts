// Splits the bytes of an email into the header, the words for people, the reports for programs, and the returned original.
// It never throws: an email that the MIME parser refuses is read as one text. A newcomer gets this wrong: some programs
// that forward reports write CR alone as line end, and postal-mime accepts LF only.
import PostalMime, { decodeWords } from 'postal-mime'
import type { Attachment, Email } from 'postal-mime'
import { readHeader } from './header-fields.ts'
import type { Field } from './header-fields.ts'
import { htmlToText } from './html-text.ts'

export type EmailParts = {
  header: Field[]
  /** The words for people, without the parts below. */
  text: string
  /** RFC 3464, one text per part. */
  deliveryReports: string[]
  /** RFC 5965. */
  abuseReports: string[]
  /** RFC 8098: a receipt. */
  receipts: string[]
  /** The email this is about, or its header. */
  originals: string[]
}

// A report states its reason first and quotes the original after it. Reading on costs time and finds nothing.
/** Receivers need not store more of an email. */
export const READ_BYTES = 256 * 1024
// The MIME parser takes 15 microseconds per line, however short. A report on a hundred recipients has about six lines for
// each, and some words before them.
export const MOST_LINES = 5_000
// Parsing takes thirty microseconds per part, however short. Reports have three or four; lines that may begin a part are
// counted, since words and quoted emails have rules of dashes too.
export const MOST_PARTS = 1_000
// Reports have two levels; forwarded ones a few more.
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true }

export async function readParts(raw: Uint8Array): Promise<EmailParts> {
  const source = withLineFeeds(Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, READ_BYTES)))
  try {
    return sortParts(source, await PostalMime.parse(Buffer.from(source, 'latin1'), LIMITS))
  } catch {
    // Deeper or longer than the limits.
    return asOneText(source)
  }
}

/** Latin-1 preserves every byte; only the MIME parser knows the character set of a part. */
function withLineFeeds(bytes: Buffer): string {
  const source = bytes.toString('latin1')
  const text = source.replace(isDoubled(source) ? /\r\r/g : /\r{1,2}\n|\r/g, '\n').replace(/^\n+/, '')
  return withinLimits(text.split('\n', MOST_LINES)).join('\n')
}

function withinLimits(lines: string[]): string[] {
  let parts = 0
  const end = lines.findIndex((line) => line.startsWith('--') && (parts += 1) > MOST_PARTS)
  return end < 0 ? lines : lines.slice(0, end)
}

/** CRLF that was turned into CR CR. */
const isDoubled = (source: string): boolean =>
  source.includes('\r\r') && !source.includes('\n') && !source.replaceAll('\r\r', '').includes('\r')

function sortParts(source: string, email: Email): EmailParts {
  const parts: EmailParts = {
    header: email.headers.map(({ key, value }) => ({ name: key, value: readable(key, value) })),
    text: email.text ?? htmlToText(email.html ?? ''),
    deliveryReports: [],
    abuseReports: [],
    receipts: [],
    originals: [],
  }
  for (const attachment of email.attachments) sortAttachment(parts, attachment)
  parts.text = restoreJapanese(parts.text)
  const isEmpty =
    parts.text.trim() === '' && parts.deliveryReports.length === 0 && parts.abuseReports.length === 0
  // A boundary that is declared and never used, or none at all.
  return isEmpty && parts.originals.length === 0 ? { ...parts, text: asOneText(source).text } : parts
}

/** RFC 2047: only the fields with words for people are encoded. */
const readable = (name: string, value: string): string =>
  name === 'subject' || name === 'from' ? decodeWords(value.slice(0, LONGEST_WORDS)) : value

// RFC 5322 section 2.1.1 has lines of 998; real subjects have at most a few.
const LONGEST_WORDS = 4_000

/** `text/rfc822-headers` (RFC 6522 section 4), `message/global-headers` (RFC 6533), and their misspellings. */
const OF_ORIGINAL = /^(?:message|text)\/(?:rfc-?822|global|partial|x-rfc822)/

function sortAttachment(parts: EmailParts, { mimeType, content }: Attachment): void {
  const text = typeof content === 'string' ? content : decode(new Uint8Array(content))
  // RFC 6533 writes `message/global-delivery-status`, and old servers `message/xdelivery-status`.
  if (mimeType.includes('delivery-status')) parts.deliveryReports.push(text)
  else if (mimeType.includes('feedback-report')) parts.abuseReports.push(text)
  else if (mimeType.includes('disposition-notification')) parts.receipts.push(text)
  else if (OF_ORIGINAL.test(mimeType)) parts.originals.push(text)
  else if (mimeType === 'text/html') parts.text += `\n${htmlToText(text)}`
  else if (mimeType.startsWith('text/')) parts.text += `\n${text}`
}

/** A report part has no character set; servers in Japan still use theirs (RFC 1468). */
function decode(bytes: Uint8Array): string {
  const isJapanese = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('\u001b$')
  return new TextDecoder(isJapanese ? 'iso-2022-jp' : 'utf-8').decode(bytes)
}

/** The lines of MIME itself, in a source that is read as text. */
const OF_MIME = /^(?:--\S{1,200}|content-[a-z-]{1,40}:.{0,500}|\s{0,20}(?:boundary|charset)=.{0,200})$/gim

function asOneText(source: string): EmailParts {
  const end = source.search(/\n[ \t]*\n/)
  const body = end < 0 ? source : source.slice(end)
  return {
    header: readHeader(source),
    text: Buffer.from(body, 'latin1').toString().replace(OF_MIME, ''),
    deliveryReports: [],
    abuseReports: [],
    receipts: [],
    originals: [],
  }
}

// Japanese in ISO-2022-JP (RFC 1468) whose escape bytes a gateway has removed: `$B%f!<%6!<(B` instead of ESC `$B…` ESC
// `(B`. Lotus Notes and old gateways do that. Pairs of printable bytes between the two marks each encode one character.

// A report states its reason first; each mark costs a search of up to 400 characters for its end.
const SCANNED_CHARACTERS = 20_000
// The next mark follows within a line.
const BARE = /\$[B@]((?:[!-~]{2}){1,200}?)\([BJ]/g

function restoreJapanese(text: string): string {
  if (!text.includes('$B') && !text.includes('$@')) return text
  const decoder = new TextDecoder('iso-2022-jp')
  const start = text.slice(0, SCANNED_CHARACTERS).replace(BARE, (bare, pairs: string) => {
    const restored = decoder.decode(Buffer.from(`\u001b$B${pairs}\u001b(B`, 'latin1'))
    // Not Japanese: a price, a variable.
    return restored.includes('\ufffd') ? bare : restored
  })
  return start + text.slice(SCANNED_CHARACTERS)
}
