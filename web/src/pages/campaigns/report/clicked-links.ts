// Which clicks belong to which link of the email. The statistics name links as they were written, with their variables and with the
// utm tags of the campaign; so the email is rendered with its addresses as they were written, and compared without tags.
import type { Statistics } from '../../../api/campaigns.ts'

type Links = Statistics['links']

/** Only addresses that are written out lead through the tracking; all others stay as they are. */
const HREF = /(\shref\s*=\s*)(["'])(https?:\/\/[^"']*?\{[{%][^"']*?)\2/gi

/** The body, with variables in the addresses of links left unfilled. */
export const withWrittenLinks = (body: string): string => body.replace(HREF, '$1$2{% raw %}$3{% endraw %}$2')

const TAG = /([?&])utm_(?:source|medium|campaign)=[^&#]*/gi

export const withoutTags = (url: string): string =>
  url
    .trim()
    .replace(TAG, '$1')
    .replace(/&+/g, '&')
    .replace('?&', '?')
    .replace(/[?&]+(?=#|$)/, '')

/** Clicks by address. */
export function clicksByUrl(links: Links): Map<string, number> {
  const clicks = new Map<string, number>()
  for (const link of links) {
    const url = withoutTags(link.url)
    clicks.set(url, (clicks.get(url) ?? 0) + link.clicks)
  }
  return clicks
}

type Drawing = {
  html: string
  clicks: ReadonlyMap<string, number>
  /** Where links of this installation begin, such as the one to unsubscribe: they are not tracked. */
  ownUrl: string
  label: (clicks: number) => string
}

// Colours of its own, because emails have theirs: dark on yellow can be read on any of them.
const PILL =
  'display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#ffd84d;color:#3a2c00;border:1px solid #b88f00;' +
  'font:600 11px/16px Arial,sans-serif;text-decoration:none;letter-spacing:0;vertical-align:middle;white-space:nowrap;opacity:1'

const LINK = /(<a\b(?:[^>"']|"[^"]*"|'[^']*')*>)([\s\S]*?)(<\/a\s*>)/gi
const ADDRESS = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** As it is written in an attribute. */
const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/**
 * The email with a pill beside each link, and the addresses of those that have one. By its text, not as a document: the policy of
 * this page would refuse the styles in it.
 */
export function drawClicks({ html, clicks, ownUrl, label }: Drawing): { html: string; drawn: Set<string> } {
  const drawn = new Set<string>()
  const pillOf = (tag: string): string => {
    const [, quoted, single] = ADDRESS.exec(tag) ?? []
    const url = withoutTags(decoded(quoted ?? single ?? ''))
    if (!/^https?:/i.test(url) || url.startsWith(ownUrl)) return ''
    drawn.add(url)
    return `<span style="${PILL}">${label(clicks.get(url) ?? 0)}</span>`
  }
  const parts: string[] = []
  let at = 0
  for (const { index, 0: whole, 1: tag = '', 2: inner = '', 3: end = '' } of html.matchAll(LINK)) {
    parts.push(html.slice(at, index), tag, inner, pillOf(tag), end)
    at = index + whole.length
  }
  return { html: parts.join('') + html.slice(at), drawn }
}
