import { describe, expect, it } from 'vitest'
import { liftOf, verdictFrom } from './best-hour-lift.ts'

const ENDED = new Date('2026-11-01T12:00:00.000Z')
const SETTLED = new Date('2026-11-03T12:00:00.000Z')
const compared = { count: 200, of: 1000 }

const lift = (count: number, of = 1000, now = SETTLED) =>
  liftOf({ treated: { count, of }, compared, endedAt: ENDED, now })

describe('liftOf', () => {
  it('tells help and harm from chance', () => {
    expect(lift(300).verdict).toBe('helped')
    expect(lift(120).verdict).toBe('hurt')
    expect(lift(215).verdict).toBe('noDifference')
    const { difference } = lift(300)
    expect(difference.by).toBeCloseTo(0.1)
    expect(difference.from).toBeGreaterThan(0)
    expect(difference.to).toBeLessThan(0.15)
  })

  it('is too early until two days after the last email', () => {
    expect(lift(300, 1000, new Date(SETTLED.getTime() - 1)).verdict).toBe('tooEarly')
    expect(liftOf({ treated: compared, compared, endedAt: null, now: SETTLED }).verdict).toBe('tooEarly')
    expect(verdictFrom(ENDED)).toEqual(SETTLED)
    expect(verdictFrom(null)).toBeNull()
  })

  it('is too early with fewer than a hundred people in a group', () => {
    expect(lift(99, 99).verdict).toBe('tooEarly')
    expect(lift(100, 100).verdict).toBe('helped')
    const small = { treated: compared, compared: { count: 0, of: 99 }, endedAt: ENDED, now: SETTLED }
    expect(liftOf(small).verdict).toBe('tooEarly')
    expect(lift(0, 0)).toMatchObject({ verdict: 'tooEarly', difference: { by: -0.2 } })
  })
})
