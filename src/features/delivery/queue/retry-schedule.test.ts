import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { dueAt, giveUpAt, retryPauseMs } from './retry-schedule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOW = new Date('2026-05-01T12:00:00Z')

describe('the pause before the next attempt', () => {
  it.each([
    [1, 5],
    [2, 15],
    [3, 60],
    [4, 4 * 60],
    [5, 8 * 60],
    [6, 8 * 60],
    [100, 8 * 60],
  ])('after %i attempts is %i minutes, give or take a tenth', (attempts, minutes) => {
    expect(retryPauseMs(attempts, 0)).toBe(0.9 * minutes * MINUTE_MS)
    expect(retryPauseMs(attempts, 0.5)).toBe(minutes * MINUTE_MS)
    expect(retryPauseMs(attempts, 1)).toBe(1.1 * minutes * MINUTE_MS)
  })

  it('is the first one for an email that was given back before its first attempt', () => {
    expect(retryPauseMs(0, 0.5)).toBe(5 * MINUTE_MS)
  })

  it('is never outside of that tenth, and grows with the attempts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, chance) => {
          const middle = retryPauseMs(attempts, 0.5)
          const pause = retryPauseMs(attempts, chance)
          expect(Math.abs(pause - middle)).toBeLessThanOrEqual(middle / 10)
          expect(retryPauseMs(attempts + 1, chance)).toBeGreaterThanOrEqual(pause)
        },
      ),
    )
  })
})

describe('the date of an email', () => {
  it('is when it was accepted, or the time that it was scheduled for', () => {
    const id = newId<EmailId>(NOW)
    expect(dueAt({ id, scheduled_for: null })).toEqual(NOW)
    const later = new Date(NOW.getTime() + DAY_MS)
    expect(dueAt({ id, scheduled_for: later })).toEqual(later)
  })
})

describe('the end of all attempts', () => {
  it('comes after five days, for marketing email after two', () => {
    expect(giveUpAt('transactional', NOW).getTime() - NOW.getTime()).toBe(5 * DAY_MS)
    expect(giveUpAt('marketing', NOW).getTime() - NOW.getTime()).toBe(2 * DAY_MS)
  })
})
