import { describe, expect, it } from 'vitest'
import { autoPauseReason, countsSince } from './auto-pause.ts'
import type { DeliveryCounts } from './auto-pause.ts'

const NONE: DeliveryCounts = { attempted: 0, delivered: 0, bounced: 0, complained: 0 }
const isPaused = (counts: Partial<DeliveryCounts>) => autoPauseReason({ ...NONE, ...counts }) !== undefined

describe('the limits of a campaign', () => {
  it.each([
    ['nothing', {}, false],
    ['2 complaints of 10', { attempted: 10, delivered: 10, complained: 2 }, false],
    ['3 complaints of 1,000', { attempted: 1_000, delivered: 1_000, complained: 3 }, true],
    [
      '3 complaints of 1,500, which is exactly 0.2 %',
      { attempted: 1_500, delivered: 1_500, complained: 3 },
      false,
    ],
    ['3 complaints of 20', { attempted: 20, delivered: 20, complained: 3 }, true],
    ['7 bounces of 199', { attempted: 199, delivered: 192, bounced: 7 }, false],
    ['7 bounces of 200', { attempted: 200, delivered: 193, bounced: 7 }, true],
    ['6 bounces of 200, which is exactly 3 %', { attempted: 200, delivered: 194, bounced: 6 }, false],
  ])('at %s', (_what, counts, expected) => {
    expect(isPaused(counts)).toBe(expected)
  })

  it('says which rate, of how many, and the limit', () => {
    const reason = autoPauseReason({ ...NONE, attempted: 400, delivered: 380, bounced: 20 })
    expect(reason).toBe('20 of 400 emails (5 %) bounced; the limit is 3 %. Resume only if you know why.')
  })

  it('counts only what came after a resumption', () => {
    const before = { attempted: 400, delivered: 380, bounced: 20, complained: 0 }
    expect(
      autoPauseReason(countsSince({ ...before, attempted: 500, delivered: 480 }, before)),
    ).toBeUndefined()
  })
})
