// An email in the list of an inbox: the beginning of its subject, then of its preview text, or of the body if it has none.

/** As many letters as the usual apps show, on a screen of this size. */
export const LENGTHS = {
  phone: { sender: 26, subject: 38, preview: 80 },
  desktop: { sender: 24, subject: 70, preview: 130 },
} as const

export type InboxSize = keyof typeof LENGTHS

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text up to this many letters, with an ellipsis if there are more. */
export function cutAt(text: string, length: number): string {
  // More code units than the letters of any language need.
  const letters = Array.from(graphemes.segment(text.slice(0, (length + 1) * 16)), ({ segment }) => segment)
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

type InboxEmail = { sender: string; subject: string; preview: string }

/** A desktop shows subject and preview text in one line, so a long subject leaves less room. */
export function inboxTexts({ sender, subject, preview }: InboxEmail, size: InboxSize): InboxEmail {
  const most = LENGTHS[size]
  const shown = cutAt(subject, most.subject)
  const left = size === 'desktop' ? most.preview - shown.length : most.preview
  return { sender: cutAt(sender, most.sender), subject: shown, preview: cutAt(preview, Math.max(0, left)) }
}

// The beginning of a body is enough, and a body may have a megabyte.
const MOST_SOURCE = 40_000

// Invisible characters with which authors keep the body out of the preview.
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200C\u200E\u200F\u2060-\u2064\uFEFF]|\u034F|\u17B4|\u17B5/gu

/**
 * The first words of an email: its preview text, which stands hidden before everything else, then the body. Reads the source itself: a
 * parser of the browser would report the styles of the email, which our content security policy forbids.
 */
export function firstWords(html: string): string {
  const start = Math.max(0, html.search(/<body/i))
  const text = withoutTags(html.slice(start, start + MOST_SOURCE))
  return text
    .replaceAll(ENTITY, (entity, name: string) => characterOf(name) ?? entity)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const UNREAD = /^<(style|script|title|head)\b/i

// These stand within a word or a line; all others begin a new one.
const INLINE = /^<\/?(a|abbr|b|em|font|i|small|span|strong|sub|sup|u)\b/i

function withoutTags(html: string): string {
  let text = ''
  let at = 0
  for (let tag = html.indexOf('<'); tag !== -1; tag = html.indexOf('<', at)) {
    text += html.slice(at, tag)
    const head = html.slice(tag, tag + 10)
    const unread = UNREAD.exec(head)?.[1]
    at = unread === undefined ? endOfTag(html, tag) : endOfElement(html, tag, unread)
    if (!INLINE.test(head)) text += ' '
  }
  return text + html.slice(at)
}

function endOfElement(html: string, from: number, name: string): number {
  const end = html.toLowerCase().indexOf(`</${name.toLowerCase()}`, from)
  return end === -1 ? html.length : endOfTag(html, end)
}

/** Behind the tag or comment. A > within quotes does not end a tag. */
function endOfTag(html: string, from: number): number {
  if (html.startsWith('<!--', from)) {
    const end = html.indexOf('-->', from)
    return end === -1 ? html.length : end + 3
  }
  let quote = ''
  for (let at = from + 1; at < html.length; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return html.length
}

const ENTITY = /&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/gi

/** Those that emails use most; others are shown as they are written. */
const NAMED: Record<string, string | undefined> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
  copy: '©',
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()]
  const isHex = name.charAt(1).toLowerCase() === 'x'
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
}
