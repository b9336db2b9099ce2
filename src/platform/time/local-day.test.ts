import { describe, expect, it } from 'vitest'
import { lastDays, localDay } from './local-day.ts'

describe('days in a time zone', () => {
  const at = new Date('2026-03-29T22:30:00Z')

  it.each([
    ['UTC', '2026-03-29'],
    ['Europe/Berlin', '2026-03-30'],
    ['America/Los_Angeles', '2026-03-29'],
    ['Pacific/Kiritimati', '2026-03-30'],
    ['No/Such', '2026-03-29'],
  ])('begin at its midnight: %s', (timezone, day) => {
    expect(localDay(at, timezone)).toBe(day)
  })

  it('follow one another where clocks change', () => {
    expect(lastDays(3, { now: at, timezone: 'Europe/Berlin' })).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ])
    const autumn = { now: new Date('2026-10-26T00:30:00Z'), timezone: 'Europe/Berlin' }
    expect(lastDays(3, autumn)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  })
})
