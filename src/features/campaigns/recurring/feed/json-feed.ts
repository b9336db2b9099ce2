// JSON Feed 1.0 and 1.1, https://www.jsonfeed.org/version/1.1/
import { FeedProblem } from './xml-feed.ts'
import type { RawFeed, RawItem } from './raw-feed.ts'

const MOST_ITEMS = 200

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws FeedProblem */
export function readJsonFeed(text: string): RawFeed {
  const json = parse(text)
  if (!isObject(json) || !Array.isArray(json['items'])) {
    throw new FeedProblem('is JSON, but not a JSON feed: it has no items')
  }
  return withoutUndefined({
    title: textOf(json['title']),
    url: textOf(json['home_page_url']),
    description: textOf(json['description']),
    items: json['items'].slice(0, MOST_ITEMS).filter(isObject).map(readItem),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new FeedProblem('is not valid JSON')
  }
}

/** An id that is a number is an error of old feeds, which readers accept. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

function readItem(item: Json): RawItem {
  const authors = Array.isArray(item['authors']) ? (item['authors'] as unknown[]) : [item['author']]
  const author = authors.find(isObject)
  return withoutUndefined({
    id: textOf(item['id']),
    title: textOf(item['title']),
    url: textOf(item['url']) ?? textOf(item['external_url']),
    summary: textOf(item['summary']) ?? textOf(item['content_text']),
    content: textOf(item['content_html']),
    image: textOf(item['image']) ?? textOf(item['banner_image']),
    author: author && textOf(author['name']),
    publishedAt: textOf(item['date_published']),
    updatedAt: textOf(item['date_modified']),
  })
}

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(object: T): DefinedFields<T> & Pick<T, RequiredKeys<T>> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never

type RequiredKeys<T> = { [K in keyof T]: undefined extends T[K] ? never : K }[keyof T]
