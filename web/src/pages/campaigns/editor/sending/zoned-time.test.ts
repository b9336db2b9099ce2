import { describe, expect, it } from 'vitest'
import { wallTime, zonedInstant } from './zoned-time.ts'

describe('a wall time', () => {
  it.each([
    ['2030-01-15T09:00', 'Europe/Berlin', '2030-01-15T09:00:00+01:00'],
    ['2030-07-15T09:00', 'Europe/Berlin', '2030-07-15T09:00:00+02:00'],
    ['2030-07-15T09:00', 'America/New_York', '2030-07-15T09:00:00-04:00'],
    ['2030-07-15T09:00', 'Asia/Kolkata', '2030-07-15T09:00:00+05:30'],
    ['2030-07-15T09:00', 'UTC', '2030-07-15T09:00:00+00:00'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(zonedInstant(local, zone)).toBe(instant)
    expect(wallTime(Date.parse(instant), zone)).toBe(local)
  })

  it('that daylight saving skips is an hour later', () => {
    const instant = zonedInstant('2030-03-31T02:30', 'Europe/Berlin') ?? ''
    expect(new Date(instant).toISOString()).toBe('2030-03-31T01:30:00.000Z')
  })

  it('is undefined while it is incomplete', () => {
    expect(zonedInstant('', 'UTC')).toBeUndefined()
  })
})
