import { describe, expect, it } from 'vitest'
import { keysOf, newItemsOf } from './new-items.ts'

const ITEM = {
  id: '1',
  title: 'One',
  url: 'https://blog.test/one',
  summary: null,
  image: null,
  author: null,
  publishedAt: '2026-02-03T10:00:00.000Z',
}
const known = new Set(keysOf(ITEM))
const isNew = (changes: Partial<typeof ITEM>) => newItemsOf([{ ...ITEM, ...changes }], known).length === 1

describe('an item', () => {
  it('is known by its id, its address, or its title and date', () => {
    expect(isNew({})).toBe(false)
    expect(isNew({ id: '2' })).toBe(false)
    expect(isNew({ id: '2', url: 'https://blog.test/one?utm_source=rss#top' })).toBe(false)
    expect(isNew({ id: '2', url: 'https://moved.test/one' })).toBe(false)
    expect(isNew({ title: 'Edited', url: 'https://moved.test/one' })).toBe(false)
  })

  it('is new if all of them are others', () => {
    expect(isNew({ id: '2', url: 'https://blog.test/two', publishedAt: '2026-02-04T10:00:00.000Z' })).toBe(
      true,
    )
  })

  it('is taken once if the feed lists it twice', () => {
    expect(newItemsOf([ITEM, { ...ITEM, id: '9' }], new Set())).toEqual([ITEM])
  })
})
