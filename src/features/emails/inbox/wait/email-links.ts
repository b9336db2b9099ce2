// The links of an email as its reader sees them: those of the HTML, then URLs that are only written out.
import { Parser } from 'htmlparser2'

/** `text`: the words of a link in HTML; null for a URL that is only written out. */
export type EmailLink = { url: string; text: string | null }

/** Far more than any newsletter has. */
export const MOST_LINKS = 500
const LONGEST_WORDS = 200
const LONGEST_URL = 8_192

/** Elements whose content nobody reads. */
const UNREAD = new Set(['style', 'script', 'head', 'title', 'template'])
/** Their ends separate words. */
const BLOCKS = new Set(
  'address article blockquote br div h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(' '),
)

type ReadHtml = { links: EmailLink[]; text: string }

/** The links of the HTML, and its text outside of links, with a line per block. */
export function readHtml(html: string): ReadHtml {
  const links: EmailLink[] = []
  const read: string[] = []
  let unread = 0
  let open: { url: string; words: string[] } | undefined
  const close = () => {
    if (open) links.push({ url: open.url, text: tidy(open.words.join('')) })
    open = undefined
  }
  const parser = new Parser({
    onopentag(name, { href, alt }) {
      if (UNREAD.has(name)) unread += 1
      if (name === 'a' || name === 'area') {
        close()
        const url = readUrl(href ?? '')
        if (url !== undefined && links.length < MOST_LINKS) open = { url, words: [] }
        if (name === 'area') {
          open?.words.push(alt ?? '')
          close()
        }
      }
      if (name === 'img' && alt !== undefined) open?.words.push(alt)
      if (BLOCKS.has(name)) read.push('\n')
    },
    ontext(text) {
      if (unread > 0) return
      open?.words.push(text)
      read.push(open ? ' ' : text)
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread -= 1
      if (name === 'a') close()
      if (BLOCKS.has(name)) read.push('\n')
    },
  })
  parser.end(html)
  close()
  return { links, text: read.join('') }
}

const tidy = (words: string): string => words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS)

/** Links may open apps, by schemes of their own; these do not lead anywhere. */
const NOT_LEADING = new Set(['javascript:', 'data:', 'cid:', 'about:', 'blob:', 'file:', 'vbscript:'])

function readUrl(href: string): string | undefined {
  const url = href.trim()
  if (url.length > LONGEST_URL || !URL.canParse(url)) return undefined
  return NOT_LEADING.has(new URL(url).protocol) ? undefined : url
}

/** RFC 3986, section 2: the characters of a URL, and those beyond ASCII that browsers accept. */
const WRITTEN_URL = /\bhttps?:\/\/[^\s\p{Cc}<>"{}|\\^`]{1,8000}/giu

/** URLs in a text, without the punctuation of the sentence around them. */
export function writtenUrls(text: string): string[] {
  const urls: string[] = []
  for (const [found] of text.matchAll(WRITTEN_URL)) {
    const url = withoutPunctuation(found)
    if (URL.canParse(url)) urls.push(url)
    if (urls.length === MOST_LINKS) break
  }
  return urls
}

const PUNCTUATION = new Set(".,;:!?'*_~…。，、»”’")
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** A bracket belongs to the URL if it was opened there. */
function withoutPunctuation(found: string): string {
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    const opening = OPENING[last]
    const isStray = opening !== undefined && countOf(found, opening) < countOf(found.slice(0, end), last)
    if (!PUNCTUATION.has(last) && !isStray) break
  }
  return found.slice(0, end)
}

const countOf = (text: string, character: string): number => text.split(character).length - 1

/** The links of both parts, each URL once. */
export function linksOf({ html, text }: { html: string; text: string }): EmailLink[] {
  const inHtml = readHtml(html)
  const written = [...writtenUrls(inHtml.text), ...writtenUrls(text)].map((url) => ({ url, text: null }))
  const links = new Map<string, EmailLink>()
  for (const link of [...inHtml.links, ...written]) {
    if (!links.has(link.url) && links.size < MOST_LINKS) links.set(link.url, link)
  }
  return [...links.values()]
}
