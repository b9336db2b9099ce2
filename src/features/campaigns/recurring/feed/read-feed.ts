// Turns the text of a feed into what templates see: plain texts and web addresses, all of them bounded. Runs in a thread.
import { Parser } from 'htmlparser2'
import { storableText } from '../../../../platform/text/storable-text.ts'
import type { FeedDocument, FeedReading, FeedSource } from './feed.threads.ts'
import { readJsonFeed } from './json-feed.ts'
import type { RawItem } from './raw-feed.ts'
import { FeedProblem, readXmlFeed } from './xml-feed.ts'

const LONGEST_TITLE = 300
const LONGEST_SUMMARY = 1_000
const LONGEST_AUTHOR = 200
const LONGEST_ID = 1_000
const LONGEST_URL = 2_048

type Item = FeedDocument['items'][number]

export function readFeed({ text, url: base }: FeedSource): FeedReading {
  try {
    const trimmed = text.replace(/^\uFEFF/, '').trimStart()
    const raw = trimmed.startsWith('{') ? readJsonFeed(trimmed) : readXmlFeed(trimmed)
    const items = raw.items.map((item) => readItem(item, base)).filter((item) => item !== undefined)
    const feed = {
      title: textOf(raw.title, LONGEST_TITLE) ?? '',
      url: urlOf(raw.url, base),
      description: textOf(raw.description, LONGEST_SUMMARY),
      items: newestFirst(items),
    }
    return { ok: true, feed }
  } catch (error) {
    if (error instanceof FeedProblem) return { ok: false, reason: error.message }
    throw error
  }
}

/** Undefined for an item that has nothing to show. */
function readItem(raw: RawItem, base: string): Item | undefined {
  const url = urlOf(raw.url, base) ?? urlOf(raw.id, base, { isAbsolute: true })
  const summary = textOf(raw.summary ?? raw.content, LONGEST_SUMMARY)
  const title = textOf(raw.title, LONGEST_TITLE) ?? summary?.slice(0, LONGEST_TITLE) ?? url
  if (title === null) return undefined
  return {
    id: storableText(raw.id ?? url ?? title).slice(0, LONGEST_ID),
    title,
    url,
    summary,
    image: urlOf(raw.image, base),
    author: textOf(raw.author, LONGEST_AUTHOR),
    publishedAt: timeOf(raw.publishedAt ?? raw.updatedAt),
  }
}

/** By date, if all have one; else in the order of the feed, which is that of nearly all feeds. */
function newestFirst(items: Item[]): Item[] {
  if (items.some(({ publishedAt }) => publishedAt === null)) return items
  return items.toSorted((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))
}

/** Titles and summaries are HTML in many feeds; templates escape what they print, so only the text is kept. */
function textOf(html: string | undefined, longest: number): string | null {
  if (html === undefined) return null
  const text = storableText(textOfHtml(html)).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return null
  if (text.length <= longest) return text
  // Half of a pair would be left of a character that is cut.
  return `${text
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

const HIDDEN = new Set(['script', 'style', 'head', 'template'])

function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (HIDDEN.has(name)) hidden += 1
      text += ' '
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1
    },
    ontext(piece) {
      if (hidden === 0) text += piece
    },
  })
  parser.write(html)
  parser.end()
  return text
}

/** Only web addresses: a link of an email must not run code. Braces would be Liquid, and must be escaped in URLs anyway. */
function urlOf(text: string | undefined, base: string, { isAbsolute = false } = {}): string | null {
  if (text === undefined || (isAbsolute && !/^https?:\/\//i.test(text))) return null
  const url = URL.parse(text.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const href = url.href.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return href.length > LONGEST_URL ? null : href
}

function timeOf(text: string | undefined): string | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
