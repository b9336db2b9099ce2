import { describe, expect, it } from 'vitest'
import { formatRelative } from './time.tsx'

const NOW = new Date('2026-02-02T12:00:00Z')

describe('a time in words', () => {
  it.each([
    ['2026-02-02T11:59:40Z', 'now'],
    // The clock of the server may be ahead.
    ['2026-02-02T12:00:30Z', 'now'],
    ['2026-02-02T11:55:00Z', '5 min. ago'],
    ['2026-02-02T09:00:00Z', '3 hr. ago'],
    ['2026-02-01T11:00:00Z', 'yesterday'],
    ['2026-02-02T14:00:00Z', 'in 2 hr.'],
    ['2026-02-02T12:59:40Z', 'in 1 hr.'],
    ['2026-02-02T15:59:00Z', 'in 4 hr.'],
    ['2026-02-03T11:40:00Z', 'tomorrow'],
  ])('%s is %s', (at, words) => {
    expect(formatRelative(new Date(at), NOW)).toBe(words)
  })

  it('is a date from a week on', () => {
    expect(formatRelative(new Date('2025-12-24T12:00:00Z'), NOW)).toBe('Dec 24, 2025')
  })
})
