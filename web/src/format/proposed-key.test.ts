import { describe, expect, it } from 'vitest'
import { proposedKey } from './proposed-key.ts'

describe('the key that is proposed for a record', () => {
  it.each([
    ['Product news', 'product-news'],
    ['  Offers & sales! ', 'offers-sales'],
    ['Économies d’été', 'economies-d-ete'],
    ['日本', ''],
    ['', ''],
  ])('for %j is %j', (name, key) => {
    expect(proposedKey(name, [])).toBe(key)
  })

  it('has a number if it is taken', () => {
    expect(proposedKey('News', ['news', 'news-2'])).toBe('news-3')
  })

  it('has at most 50 characters, and no hyphen at its end', () => {
    expect(proposedKey(`${'a'.repeat(49)} b`, [])).toBe('a'.repeat(49))
    const key = proposedKey('b'.repeat(60), ['b'.repeat(50)])
    expect(key).toBe(`${'b'.repeat(48)}-2`)
  })
})
