// Which items of a feed are new. Feeds change the ids of their items when a site moves, or the addresses when it adds
// tracking, so an item is known if one of its keys is: its id, its address, or its title with its date.
import { createHash } from 'node:crypto'
import type { FeedDocument } from './feed.threads.ts'

type Item = FeedDocument['items'][number]

// 128 bits: no two items of a feed have the same by accident.
const HASH_BYTES = 16

const hashOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind} ${text}`).digest().subarray(0, HASH_BYTES).toString('hex')

export function keysOf({ id, url, title, publishedAt }: Item): string[] {
  return [
    hashOf('id', id),
    ...(url === null ? [] : [hashOf('url', plainUrl(url))]),
    ...(publishedAt === null ? [] : [hashOf('title', `${publishedAt} ${title}`)]),
  ]
}

/** Without the fragment and the parameters that only count visits. */
function plainUrl(text: string): string {
  const url = new URL(text)
  url.hash = ''
  const counting = url.searchParams.keys().filter((name) => /^utm_/i.test(name))
  for (const name of counting.toArray()) url.searchParams.delete(name)
  return url.href
}

/** The items of which no key is known, each once: some feeds list an item twice. */
export function newItemsOf(items: readonly Item[], known: ReadonlySet<string>): Item[] {
  const seen = new Set(known)
  return items.filter((item) => {
    const keys = keysOf(item)
    const isNew = !keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}
