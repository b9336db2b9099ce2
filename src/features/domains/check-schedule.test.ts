import { describe, expect, it } from 'vitest'
import { nextCheckAt } from './check-schedule.ts'

const MINUTE_MS = 60_000
const NOW = new Date('2030-01-01T00:00:00Z')
const minutesUntilNext = (status: string, watchedMinutes: number, hasNextKey = false) => {
  const watchedSince = new Date(NOW.getTime() - watchedMinutes * MINUTE_MS)
  return (nextCheckAt({ status, hasNextKey, watchedSince, now: NOW }).getTime() - NOW.getTime()) / MINUTE_MS
}
const HOUR = 60
const DAY = 24 * HOUR

describe('the time of the next check', () => {
  it('comes soon for a new domain, and later the longer it takes', () => {
    const watched = [0, 14, 15, 2 * HOUR, 4 * HOUR, 2 * DAY, 8 * DAY, 31 * DAY, 400 * DAY]
    const expected = [1, 1, 5, 5, 15, HOUR, 6 * HOUR, DAY, DAY]
    expect(watched.map((minutes) => minutesUntilNext('PENDING', minutes))).toEqual(expected)
    expect(watched.map((minutes) => minutesUntilNext('FAILED', minutes))).toEqual(expected)
  })

  it('is an hour ahead for verified domains', () => {
    expect([0, DAY, 400 * DAY].map((minutes) => minutesUntilNext('VERIFIED', minutes))).toEqual([60, 60, 60])
  })

  it('is as soon as for a new domain while a new key is expected, but at most an hour ahead', () => {
    expect([0, HOUR, 8 * DAY].map((minutes) => minutesUntilNext('VERIFIED', minutes, true))).toEqual([
      1, 5, 60,
    ])
  })
})
