import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyFingerprint, newKeyText } from './api-key.ts'

describe('a new key', () => {
  it('has its kind in front and 40 letters and digits behind', () => {
    expect(newKeyText('secret')).toMatch(/^sk_[A-Za-z0-9]{40}$/)
    expect(newKeyText('public')).toMatch(/^pk_[A-Za-z0-9]{40}$/)
  })

  it('is never the same, and uses every character about equally often', () => {
    const keys = Array.from({ length: 2000 }, () => newKeyText('secret').slice(3))
    expect(new Set(keys).size).toBe(2000)
    const counts = new Map<string, number>()
    for (const letter of keys.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 1290 expected of each, standard deviation 36. Bytes modulo 62 would yield the first eight 25 % more often.
    for (const count of counts.values()) expect(Math.abs(count - 1290)).toBeLessThan(250)
  })
})

describe('the stored part of a key', () => {
  it('is its SHA-256, and as much as a person needs to recognise it', () => {
    const text = `sk_${'A'.repeat(36)}WXYZ`
    expect(keyFingerprint(text)).toEqual({
      digest: createHash('sha256').update(text).digest(),
      prefix: 'sk_AAAA',
      last_four: 'WXYZ',
    })
  })
})
