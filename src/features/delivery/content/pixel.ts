// The picture that tells that an email was opened, and how it is put in. Filters give points to HTML that shows an image and
// says little (SpamAssassin: HTML_IMAGE_ONLY_*, up to 2.8 of the 5 that make spam), so a pixel must not turn an email
// without pictures into one of those. docs/deliverability.md has the measurements.
import type { HtmlEvent } from '../../../platform/markup/html-scan.ts'

// Below this a transactional email is a code or a link, which is read in the list of emails: knowing that it was opened is
// worth less than that it arrives.
const FEWEST_VISIBLE_CHARACTERS = 200

// SpamAssassin counts all characters of the HTML, tags too, and gives no points above this many.
const MOST_CHARACTERS_OF_IMAGE_EMAIL = 3_200

/** Not display:none, which several email clients take as a reason not to load it. */
const IMAGE =
  '<img src="{{ lm_open }}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">'

/** The background of a cell: every program that shows pictures loads it, except Outlook for Windows. */
const BACKGROUND =
  '<table role="presentation" width="1" height="1" border="0" cellpadding="0" cellspacing="0"><tr><td background="{{ lm_open }}" width="1" height="1"></td></tr></table>'

/** Whether a transactional email says enough that a pixel may be in it. */
export function hasRoomForPixel(html: string, events: readonly HtmlEvent[]): boolean {
  let visible = 0
  for (const event of events) {
    if (event.type === 'text') visible += visibleCharacters(html.slice(event.from, event.to))
    if (visible >= FEWEST_VISIBLE_CHARACTERS) return true
  }
  return false
}

/** Blanks in a row are shown as one, and a reference (`&nbsp;`) as one character. */
const visibleCharacters = (text: string): number =>
  text
    .replaceAll(/&[a-z0-9#]{1,31};/gi, '.')
    .replaceAll(/\s+/g, ' ')
    .trim().length

/** An ordinary image where the email is long, or shows pictures anyway; else one that filters do not count. */
export function pixelFor(html: string, events: readonly HtmlEvent[]): string {
  const hasImages = events.some((event) => event.type === 'open' && event.name === 'img')
  return hasImages || html.length > MOST_CHARACTERS_OF_IMAGE_EMAIL ? IMAGE : BACKGROUND
}
