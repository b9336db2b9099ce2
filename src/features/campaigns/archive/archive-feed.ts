// The archive as RSS 2.0.
import { escapeHtml } from '../../../platform/liquid/value-text.ts'

export type FeedContent = {
  title: string
  /** The address of the list. */
  url: string
  language: string
  items: readonly { title: string; url: string; publishedAt: Date }[]
}

export function renderFeed({ title, url, language, items }: FeedContent): string {
  const entries = items.map(
    (item) => `<item>
<title>${escapeXml(item.title)}</title>
<link>${escapeXml(item.url)}</link>
<guid isPermaLink="true">${escapeXml(item.url)}</guid>
<pubDate>${item.publishedAt.toUTCString()}</pubDate>
</item>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(url)}</link>
<description>${escapeXml(title)}</description>
<language>${escapeXml(language)}</language>
<atom:link href="${escapeXml(url)}/feed.xml" rel="self" type="application/rss+xml"/>
${entries.join('')}</channel>
</rss>
`
}

/** XML 1.0 has no way to write these characters, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string): string => escapeHtml(text.replaceAll(NOT_IN_XML, ''))
