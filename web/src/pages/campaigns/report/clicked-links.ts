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

/** The email with a pill beside each link, and the addresses of those that have one. */
export function drawClicks({ html, clicks, ownUrl, label }: Drawing): { html: string; drawn: Set<string> } {
  const email = new DOMParser().parseFromString(html, 'text/html')
  const drawn = new Set<string>()
  for (const link of email.querySelectorAll('a[href], area[href]')) {
    const url = withoutTags(link.getAttribute('href') ?? '')
    if (!/^https?:/i.test(url) || url.startsWith(ownUrl)) continue
    const pill = email.createElement('span')
    pill.setAttribute('style', PILL)
    pill.textContent = label(clicks.get(url) ?? 0)
    link.append(pill)
    drawn.add(url)
  }
  return { html: email.documentElement.outerHTML, drawn }
}
