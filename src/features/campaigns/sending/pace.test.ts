import { describe, expect, it } from 'vitest'
import { allowanceOf } from './pace.ts'

const START = new Date('2030-03-20T09:00:00Z').getTime()

/** Times at which a feeder that runs every `lookMs` creates emails of an endless campaign. */
function feedFor({
  ratePerMinute,
  forMs,
  lookMs,
}: {
  ratePerMinute: number
  forMs: number
  lookMs: number
}): number[] {
  const times: number[] = []
  let pacedAt: Date | null = null
  for (let at = 0; at < forMs; at += lookMs) {
    const { count, after } = allowanceOf({ ratePerMinute, pacedAt, now: new Date(START + at) })
    times.push(...Array.from({ length: count }, () => at))
    if (count > 0) pacedAt = after(count)
  }
  return times
}

/** In any minute that begins with a look. */
function mostPerMinute(times: readonly number[], lookMs: number): number {
  const looks = Map.groupBy(times, (at) => at / lookMs)
  const perMinute = 60_000 / lookMs
  const counts = Array.from(
    { length: Math.max(...looks.keys()) + 1 },
    (_, look) => looks.get(look)?.length ?? 0,
  )
  return Math.max(
    ...counts.map((_, look) => counts.slice(look, look + perMinute).reduce((sum, count) => sum + count, 0)),
  )
}

describe('the pace of a campaign', () => {
  it.each([1, 7, 60, 600, 10_000])('of %i per minute is reached and kept', (ratePerMinute) => {
    const times = feedFor({ ratePerMinute, forMs: 300_000, lookMs: 1_000 })
    expect(times.length).toBeGreaterThanOrEqual(Math.floor(ratePerMinute * 4.9))
    expect(times.length).toBeLessThanOrEqual(ratePerMinute * 5 + 1)
    expect(mostPerMinute(times, 1_000)).toBeLessThanOrEqual(Math.ceil(ratePerMinute * (1 + 2 / 60)))
  })

  it('begins at once, also when it is slow', () => {
    const { count, after, waitMs } = allowanceOf({ ratePerMinute: 1, pacedAt: null, now: new Date(START) })
    expect(count).toBe(1)
    const next = allowanceOf({ ratePerMinute: 1, pacedAt: after(1), now: new Date(START) })
    expect([waitMs, next.count, next.waitMs]).toEqual([0, 0, 60_000])
  })

  it('does not make up for an hour in which nothing was sent', () => {
    const pacedAt = new Date(START - 3_600_000)
    expect(allowanceOf({ ratePerMinute: 600, pacedAt, now: new Date(START) }).count).toBe(20)
    expect(allowanceOf({ ratePerMinute: 2, pacedAt, now: new Date(START) }).count).toBe(1)
  })
})
