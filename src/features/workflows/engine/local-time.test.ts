import { describe, expect, it } from 'vitest'
import { momentOfDate, nextTimeOfDay } from './local-time.ts'

const next = (now: string, given: Parameters<typeof nextTimeOfDay>[1]) =>
  new Date(nextTimeOfDay(Date.parse(now), given)).toISOString()

describe('the next time of day', () => {
  type Case = [what: string, now: string, given: Parameters<typeof nextTimeOfDay>[1], expected: string]

  it.each<Case>([
    [
      'is later today',
      '2030-01-15T07:00:00Z',
      { until: '09:00', timeZone: 'UTC' },
      '2030-01-15T09:00:00.000Z',
    ],
    [
      'is tomorrow once it has passed',
      '2030-01-15T09:00:01Z',
      { until: '09:00', timeZone: 'UTC' },
      '2030-01-16T09:00:00.000Z',
    ],
    ['is never now', '2030-01-15T09:00:00Z', { until: '09:00', timeZone: 'UTC' }, '2030-01-16T09:00:00.000Z'],
    [
      'counts milliseconds',
      '2030-01-15T08:59:59.999Z',
      { until: '09:00', timeZone: 'UTC' },
      '2030-01-15T09:00:00.000Z',
    ],
    [
      'is that of the zone',
      '2030-01-15T07:00:00Z',
      { until: '09:00', timeZone: 'Asia/Tokyo' },
      '2030-01-16T00:00:00.000Z',
    ],
    [
      'is that of a zone with half an hour',
      '2030-01-15T07:00:00Z',
      { until: '09:00', timeZone: 'Asia/Kolkata' },
      '2030-01-16T03:30:00.000Z',
    ],
    [
      'knows the other side of the date line',
      '2030-01-15T20:30:00Z',
      { until: '09:00', timeZone: 'Pacific/Auckland' },
      '2030-01-16T20:00:00.000Z',
    ],
    // 2030-01-15 is a Tuesday.
    [
      'is on one of the days',
      '2030-01-15T07:00:00Z',
      { until: '09:00', weekdays: ['mon'], timeZone: 'UTC' },
      '2030-01-21T09:00:00.000Z',
    ],
    [
      'is in a week when today is the only day and its time has passed',
      '2030-01-15T09:30:00Z',
      { until: '09:00', weekdays: ['tue'], timeZone: 'UTC' },
      '2030-01-22T09:00:00.000Z',
    ],
    [
      'takes the day of the zone',
      '2030-01-15T23:30:00Z',
      { until: '09:00', weekdays: ['wed'], timeZone: 'Asia/Tokyo' },
      '2030-01-16T00:00:00.000Z',
    ],
    // Clocks in Amsterdam go from 02:00 to 03:00 on 2030-03-31 and from 03:00 to 02:00 on 2030-10-27.
    [
      'keeps to the clock over the change to summer time',
      '2030-03-30T08:30:00Z',
      { until: '09:00', timeZone: 'Europe/Amsterdam' },
      '2030-03-31T07:00:00.000Z',
    ],
    [
      'keeps to the clock over the change to winter time',
      '2030-10-26T08:30:00Z',
      { until: '09:00', timeZone: 'Europe/Amsterdam' },
      '2030-10-27T08:00:00.000Z',
    ],
    [
      'that is skipped is an hour later',
      '2030-03-31T00:30:00Z',
      { until: '02:30', timeZone: 'Europe/Amsterdam' },
      '2030-03-31T01:30:00.000Z',
    ],
    [
      'that comes twice is the first',
      '2030-10-27T00:00:00Z',
      { until: '02:30', timeZone: 'Europe/Amsterdam' },
      '2030-10-27T00:30:00.000Z',
    ],
    [
      'that comes twice does not come again',
      '2030-10-27T00:45:00Z',
      { until: '02:30', timeZone: 'Europe/Amsterdam' },
      '2030-10-28T01:30:00.000Z',
    ],
    // Clocks in Havana skip midnight.
    [
      'can be a midnight that is skipped',
      '2030-03-10T03:00:00Z',
      { until: '00:00', timeZone: 'America/Havana' },
      '2030-03-10T05:00:00.000Z',
    ],
  ])('%s', (...[, now, given, expected]) => {
    expect(next(now, given)).toBe(expected)
  })
})

describe('the moment of a date', () => {
  type Move = Parameters<typeof momentOfDate>[1]
  type Case = [what: string, text: string, move: Move, expected: string]
  const BERLIN = 'Europe/Berlin'

  it.each<Case>([
    ['is midnight of the zone for a day', '2030-05-01', { timeZone: BERLIN }, '2030-04-30T22:00:00.000Z'],
    [
      'is its own instant if it has a time',
      '2030-05-01T09:00:00+09:00',
      { timeZone: BERLIN },
      '2030-05-01T00:00:00.000Z',
    ],
    [
      'is at a time of that day in the zone',
      '2030-05-01',
      { at: '09:00', timeZone: BERLIN },
      '2030-05-01T07:00:00.000Z',
    ],
    [
      'is days before it, by the calendar',
      '2030-03-03',
      { offset: { amount: -7, unit: 'days' }, at: '09:00', timeZone: 'UTC' },
      '2030-02-24T09:00:00.000Z',
    ],
    [
      'crosses 29 February of a leap year',
      '2032-03-01',
      { offset: { amount: -1, unit: 'days' }, timeZone: 'UTC' },
      '2032-02-29T00:00:00.000Z',
    ],
    [
      // Clocks are put forward on 31 March 2030.
      'keeps the time of day when clocks change',
      '2030-04-02T08:00:00Z',
      { offset: { amount: -7, unit: 'days' }, timeZone: BERLIN },
      '2030-03-26T09:00:00.000Z',
    ],
    [
      'counts hours as they pass when clocks change',
      '2030-03-31T03:30:00+02:00',
      { offset: { amount: -1, unit: 'hours' }, timeZone: BERLIN },
      '2030-03-31T00:30:00.000Z',
    ],
    [
      'is an hour later for a time that the clocks skip',
      '2030-03-31',
      { at: '02:30', timeZone: BERLIN },
      '2030-03-31T01:30:00.000Z',
    ],
    [
      'is the first of a time that comes twice',
      '2030-10-27',
      { at: '02:30', timeZone: BERLIN },
      '2030-10-27T00:30:00.000Z',
    ],
    [
      'takes the day in the zone, not in UTC',
      '2030-05-01T20:00:00Z',
      { at: '09:00', timeZone: 'Asia/Tokyo' },
      '2030-05-02T00:00:00.000Z',
    ],
  ])('%s', (...[, text, move, expected]) => {
    expect(new Date(momentOfDate(text, move) ?? Number.NaN).toISOString()).toBe(expected)
  })

  it.each(['', 'soon', '2030-02-30', '2030-13-01', '1 May 2030'])('is none for %o', (text) => {
    expect(momentOfDate(text, { timeZone: 'UTC' })).toBeUndefined()
  })
})
