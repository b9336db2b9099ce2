import { describe, expect, it } from 'vitest'
import { nextAttempt } from './retry-schedule.ts'

const now = new Date('2026-03-01T12:00:00Z')
const secondsUntil = (at: Date | undefined) => at && (at.getTime() - now.getTime()) / 1000

describe('the next attempt', () => {
  it('comes after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, and then never', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((step) =>
      secondsUntil(nextAttempt({ step, retryAfterMs: undefined, now, random: 0 })),
    )
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, undefined])
  })

  it('is delayed by up to a tenth, to spread events that failed together', () => {
    expect(secondsUntil(nextAttempt({ step: 2, retryAfterMs: undefined, now, random: 1 }))).toBe(330)
  })

  it('waits as long as the endpoint asks, and never shorter than the schedule', () => {
    expect(secondsUntil(nextAttempt({ step: 1, retryAfterMs: 60_000, now, random: 0 }))).toBe(60)
    expect(secondsUntil(nextAttempt({ step: 2, retryAfterMs: 60_000, now, random: 0 }))).toBe(300)
  })
})
