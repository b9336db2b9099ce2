// Adds to a body, once for all its recipients, when it is accepted: a footer for marketing email without an unsubscribe
// link, UTM tags and tracking of links, the pixel. Works on sources with Liquid and never parses HTML into a tree, so
// that everything else stays byte for byte.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent } from '../../../platform/markup/html-scan.ts'
import { closesBlock, findPieces, opensBlock } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'
import { hasUnsubscribeLink, shownPieces } from '../../templates/index.ts'
import { withWireLines } from './content.ts'
import { FOOTER_HTML, FOOTER_TEXT } from './footer.ts'
import { applyEdits } from './edits.ts'
import { findTrackedLinks } from './tracked-links.ts'
import { addUtm } from './utm-links.ts'
import type { Utm } from './utm.schema.ts'

export type UnfinishedContent = {
  /** Prepared Liquid; empty for a text-only email. */
  html: string
  text: string
  isMarketing: boolean
  tracking: { opens: boolean; clicks: boolean }
  /** Added to the links of campaigns. */
  utm?: Utm | null
  /** The number of its first tracked link; 0 if it is not given. */
  firstLink?: number
}

export type FinishedContent = {
  html: string
  text: string
  /**
   * The targets of `lm_link_0`, `lm_link_1`, …, as Liquid for text: their variables are filled in like those of the
   * body.
   */
  links: string[]
  trackOpens: boolean
}

export type UnfinishedWireContent = UnfinishedContent & {
  /** Whether only variables are filled in. */
  isPlain: boolean
}

/** The finished content with the line ends of the wire. */
export function toWireContent({ isPlain, ...unfinished }: UnfinishedWireContent): FinishedContent {
  const finished = finishContent(unfinished)
  return {
    ...finished,
    html: withWireLines(finished.html, isPlain),
    text: withWireLines(finished.text, isPlain),
  }
}

/** A plain content stays plain. */
export function finishContent(unfinished: UnfinishedContent): FinishedContent {
  const { text, isMarketing, tracking, utm, firstLink = 0 } = unfinished
  const html = utm ? addUtm(unfinished.html, utm) : unfinished.html
  const pieces = findPieces(html)
  const events = scan(html, pieces)
  const { edits, links } = tracking.clicks
    ? findTrackedLinks({ html, events, pieces, first: firstLink })
    : { edits: [], links: [] }
  const needsFooter = isMarketing && html !== '' && !hasUnsubscribeLink(shownPieces(events))
  const footer = needsFooter ? FOOTER_HTML : ''
  const trackOpens = tracking.opens && html !== '' && (isMarketing || hasRoomForPixel(html, events))
  const pixel = trackOpens ? pixelFor(html + footer, events) : ''
  const at = findEnd(html, events, pieces)
  return {
    html: applyEdits(html, [...edits, { from: at, to: at, text: footer + pixel }]),
    text: isMarketing && needsTextFooter(html, text) ? text.trimEnd() + FOOTER_TEXT : text,
    links,
    trackOpens,
  }
}

/** An email without a text part stays without one. */
const needsTextFooter = (html: string, text: string): boolean =>
  (text !== '' || html === '') && !hasUnsubscribeLink(findPieces(text))

/** With too many tags to scan, only the Liquid and the end are known. */
function scan(html: string, pieces: readonly Piece[]): HtmlEvent[] {
  try {
    return scanHtml(html, pieces)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return pieces.map((piece) => ({ type: 'liquid', from: piece.from, to: piece.to, piece }))
  }
}

/** Before the last unconditional `</body>` or `</html>`; else the very end, which email clients show too. */
function findEnd(html: string, events: readonly HtmlEvent[], pieces: readonly Piece[]): number {
  const blocks = outermostBlocks(pieces)
  const isFixed = (offset: number) => !blocks.some(({ from, to }) => from < offset && offset < to)
  const closing = (name: string) =>
    events.findLast((event) => event.type === 'close' && event.name === name && isFixed(event.from))
  return (closing('body') ?? closing('html'))?.from ?? html.length
}

function outermostBlocks(pieces: readonly Piece[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = []
  let depth = 0
  for (const piece of pieces) {
    if (opensBlock(piece) || piece.name === 'raw') {
      if (depth === 0) blocks.push({ from: piece.from, to: Infinity })
      depth += 1
    } else if (closesBlock(piece) || piece.name === 'endraw') {
      depth -= 1
      const block = blocks.at(-1)
      if (depth === 0 && block) block.to = piece.to
    }
  }
  return blocks
}

// Spam filters score HTML with an image and little text (SpamAssassin: HTML_IMAGE_ONLY_*, up to 2.8 of the 5 points that make
// spam), so the pixel must not turn an email without images into one of those. docs/deliverability.md has the measurements.

// A shorter transactional email is a code or a link, often read in the list of emails: its delivery is worth more than
// knowing that it was opened.
const FEWEST_VISIBLE_CHARACTERS = 200

// SpamAssassin counts all characters of the HTML, tags too, and gives no points above this many.
const MOST_CHARACTERS_OF_IMAGE_EMAIL = 3_200

/** Not display:none, because several email clients would not load it. */
const IMAGE =
  '<img src="{{ lm_open }}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">'

/** The background of a cell: every email client that shows images loads it, except Outlook for Windows. */
const BACKGROUND =
  '<table role="presentation" width="1" height="1" border="0" cellpadding="0" cellspacing="0"><tr><td background="{{ lm_open }}" width="1" height="1"></td></tr></table>'

/** Whether a transactional email has enough text for a pixel. */
function hasRoomForPixel(html: string, events: readonly HtmlEvent[]): boolean {
  let visible = 0
  for (const event of events) {
    if (event.type === 'text') visible += visibleCharacters(html.slice(event.from, event.to))
    if (visible >= FEWEST_VISIBLE_CHARACTERS) return true
  }
  return false
}

/** Consecutive whitespace is shown as one space, and a reference (`&nbsp;`) as one character. */
const visibleCharacters = (text: string): number =>
  text
    .replaceAll(/&[a-z0-9#]{1,31};/gi, '.')
    .replaceAll(/\s+/g, ' ')
    .trim().length

/** An ordinary image if the email is long or has images anyway; else one that filters do not count. */
function pixelFor(html: string, events: readonly HtmlEvent[]): string {
  const hasImages = events.some((event) => event.type === 'open' && event.name === 'img')
  return hasImages || html.length > MOST_CHARACTERS_OF_IMAGE_EMAIL ? IMAGE : BACKGROUND
}
