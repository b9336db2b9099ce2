// Reads RSS 0.9 to 2.0 and Atom with a streaming parser, which knows no entities but those of XML itself and loads nothing: a
// document type that declares others has no effect.
import { Parser } from 'htmlparser2'
import type { RawFeed, RawItem } from './raw-feed.ts'

// Feeds have six levels; markup within an entry some more.
const DEEPEST = 100

// The newest are enough: a template shows at most 50.
const MOST_ITEMS = 200

// The longest text of an element that is kept.
const LONGEST_TEXT = 50_000

export class FeedProblem extends Error {}

type Field = keyof RawItem

/** The elements of an item, by their names in RSS, Atom and Dublin Core. */
const ITEM_FIELDS: Readonly<Record<string, Field>> = {
  guid: 'id',
  id: 'id',
  title: 'title',
  link: 'url',
  description: 'summary',
  summary: 'summary',
  content: 'content',
  'content:encoded': 'content',
  'dc:creator': 'author',
  author: 'author',
  pubdate: 'publishedAt',
  published: 'publishedAt',
  updated: 'updatedAt',
  'dc:date': 'publishedAt',
}
const FEED_FIELDS: Readonly<Record<string, 'title' | 'url' | 'description'>> = {
  title: 'title',
  link: 'url',
  description: 'description',
  subtitle: 'description',
}

const ROOTS = new Set(['rss', 'rdf:rdf', 'feed'])

/** @throws FeedProblem */
export function readXmlFeed(text: string): RawFeed {
  const reader = new FeedReader()
  const parser = new Parser(reader, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  parser.write(text)
  // The end closes what is still open.
  const { hasRoot, isComplete } = reader
  parser.end()
  if (!hasRoot) throw new FeedProblem('is neither RSS, nor Atom, nor a JSON feed')
  if (!isComplete) throw new FeedProblem('ends in the middle: an element is not closed')
  return reader.feed
}

/** The handlers of the parser. */
class FeedReader {
  readonly feed: RawFeed = { items: [] }
  #path: string[] = []
  /** The prefix that the document uses for Atom, with its colon; mostly none. */
  #prefix = ''
  #item: RawItem | undefined
  /** The element whose text is collected, with everything within it. */
  #collected: { depth: number; field: string; text: string } | undefined
  hasRoot = false

  get isComplete(): boolean {
    return this.#path.length === 0
  }

  onprocessinginstruction(name: string, data: string): void {
    const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/i.exec(data) ?? []
    if (name.toLowerCase() === '?xml' && !/^(?:utf-?8|us-ascii)$/i.test(encoding)) {
      throw new FeedProblem(`must be in UTF-8, not in ${encoding.slice(0, 40)}`)
    }
  }

  onopentag(qualified: string, attributes: Record<string, string>): void {
    if (this.#path.length >= DEEPEST) throw new FeedProblem(`is nested more than ${DEEPEST} levels deep`)
    const name = this.#nameOf(qualified)
    this.#path.push(name)
    if (this.#collected) return
    if (this.#path.length === 1) this.hasRoot = ROOTS.has(name)
    if (!this.hasRoot) throw new FeedProblem('is neither RSS, nor Atom, nor a JSON feed')
    if (name === 'item' || name === 'entry') {
      this.#item = {}
      return
    }
    if (this.#item) this.#openInItem(name, attributes)
    else if (FEED_FIELDS[name] && this.#isOfFeed()) this.#collect(name, attributes)
  }

  /** Whether the element belongs to the channel, and not to its picture or its form. */
  #isOfFeed(): boolean {
    const parent = this.#path.at(-2)
    return parent === 'channel' || parent === 'feed'
  }

  #openInItem(name: string, attributes: Record<string, string>): void {
    const parent = this.#path.at(-2)
    if (parent === 'author' && name === 'name') return this.#collect('author', attributes)
    if (name === 'media:thumbnail' || name === 'media:content' || name === 'enclosure') {
      this.#addImage(name, attributes)
    }
    // The author of Atom has elements of its own.
    const isAtomAuthor = name === 'author' && parent === 'entry'
    if (ITEM_FIELDS[name] && !isAtomAuthor && (parent === 'item' || parent === 'entry')) {
      this.#collect(name, attributes)
    }
  }

  #addImage(name: string, { url, type = '', medium = '' }: Record<string, string>): void {
    const isImage = name === 'media:thumbnail' || type.startsWith('image/') || medium === 'image'
    if (this.#item && isImage && url !== undefined) this.#item.image ??= url
  }

  /** A link of Atom is an attribute; only the one to the page itself counts. */
  #collect(name: string, { href, rel = 'alternate' }: Record<string, string>): void {
    if (name === 'link' && href !== undefined) {
      if (rel === 'alternate') this.#put('link', href)
      return
    }
    this.#collected = { depth: this.#path.length, field: name, text: '' }
  }

  ontext(text: string): void {
    const { text: before = '' } = this.#collected ?? {}
    if (this.#collected && before.length < LONGEST_TEXT) {
      this.#collected.text = before + text.slice(0, LONGEST_TEXT - before.length)
    }
  }

  onclosetag(qualified: string): void {
    const name = this.#nameOf(qualified)
    if (this.#collected?.depth === this.#path.length) {
      this.#put(this.#collected.field, this.#collected.text)
      this.#collected = undefined
    }
    this.#path.pop()
    if ((name === 'item' || name === 'entry') && this.#item) {
      if (this.feed.items.length < MOST_ITEMS) this.feed.items.push(this.#item)
      this.#item = undefined
    }
  }

  /** The first element of a name counts. */
  #put(name: string, text: string): void {
    const value = text.trim()
    if (value === '') return
    if (this.#item) {
      const field = ITEM_FIELDS[name]
      if (field) this.#item[field] ??= value
    } else {
      const field = FEED_FIELDS[name]
      if (field) this.feed[field] ??= value
    }
  }

  #nameOf(qualified: string): string {
    if (this.#path.length === 0 && qualified.endsWith(':feed')) {
      this.#prefix = qualified.slice(0, -'feed'.length)
    }
    return this.#prefix !== '' && qualified.startsWith(this.#prefix)
      ? qualified.slice(this.#prefix.length)
      : qualified
  }
}
