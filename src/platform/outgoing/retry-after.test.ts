import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-01T12:00:00Z')

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['999999999', 86_400_000],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['Sun, 01 Mar 2020 12:01:00 GMT', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })
})
