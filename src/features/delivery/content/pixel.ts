// The tracking pixel. Spam filters score HTML with an image and little text (SpamAssassin: HTML_IMAGE_ONLY_*, up to 2.8
// of the 5 points that make spam), so a pixel must not turn an email without images into one of those.
// docs/deliverability.md has the measurements.
import type { HtmlEvent } from '../../../platform/markup/html-scan.ts'

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
export function hasRoomForPixel(html: string, events: readonly HtmlEvent[]): boolean {
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
export function pixelFor(html: string, events: readonly HtmlEvent[]): string {
  const hasImages = events.some((event) => event.type === 'open' && event.name === 'img')
  return hasImages || html.length > MOST_CHARACTERS_OF_IMAGE_EMAIL ? IMAGE : BACKGROUND
}
