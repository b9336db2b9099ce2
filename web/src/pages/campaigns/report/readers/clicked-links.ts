// Matches clicks with the links of the email. Statistics have URLs as written, with variables and with the utm tags of the
// campaign; so the email is rendered with unfilled URLs, which are compared without tags.
import type { Statistics } from '../../../../api/sending/campaigns.ts'

/** Only URLs that begin with http(s) are tracked. */
const HREF = /(\shref\s*=\s*)(["'])(https?:\/\/[^"']*?\{[{%][^"']*?)\2/gi

/** Leaves the variables in URLs unfilled. */
export const keepUrlVariables = (body: string): string => body.replace(HREF, '$1$2{% raw %}$3{% endraw %}$2')

const TAG = /([?&])utm_(?:source|medium|campaign)=[^&#]*/gi

export const withoutUtmTags = (url: string): string =>
  url
    .trim()
    .replace(TAG, '$1')
    .replace(/&+/g, '&')
    .replace('?&', '?')
    .replace(/[?&]+(?=#|$)/, '')

export function clicksByUrl(links: Statistics['links']): Map<string, number> {
  const clicks = new Map<string, number>()
  for (const link of links) {
    const url = withoutUtmTags(link.url)
    clicks.set(url, (clicks.get(url) ?? 0) + link.clicks)
  }
  return clicks
}

type Overlay = {
  html: string
  clicks: ReadonlyMap<string, number>
  /** The base URL of this installation: its links, such as unsubscribe, are not tracked. */
  ownUrl: string
  label: (clicks: number) => string
}

// Dark on yellow is readable on any email.
const PILL =
  'display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#ffd84d;color:#3a2c00;border:1px solid #b88f00;' +
  'font:600 11px/16px Arial,sans-serif;text-decoration:none;letter-spacing:0;vertical-align:middle;white-space:nowrap;opacity:1'

const LINK = /(<a\b(?:[^>"']|"[^"]*"|'[^']*')*>)([\s\S]*?)(<\/a\s*>)/gi
const ADDRESS = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** Adds a pill to each link; `urls` are theirs. Not via the DOM: the CSP of this page would block the styles. */
export function drawClicks({ html, clicks, ownUrl, label }: Overlay): { html: string; urls: Set<string> } {
  const urls = new Set<string>()
  const pillOf = (tag: string): string => {
    const [, quoted, single] = ADDRESS.exec(tag) ?? []
    const url = withoutUtmTags(decoded(quoted ?? single ?? ''))
    if (!/^https?:/i.test(url) || url.startsWith(ownUrl)) return ''
    urls.add(url)
    return `<span style="${PILL}">${label(clicks.get(url) ?? 0)}</span>`
  }
  const parts: string[] = []
  let at = 0
  for (const { index, 0: whole, 1: tag = '', 2: inner = '', 3: end = '' } of html.matchAll(LINK)) {
    parts.push(html.slice(at, index), tag, inner, pillOf(tag), end)
    at = index + whole.length
  }
  return { html: parts.join('') + html.slice(at), urls }
}
