import { describe, expect, it } from 'vitest'
import type { Weekday } from '../../../platform/time/local-times.schema.ts'
import { quietUntil } from './quiet-hours.ts'

type QuietSettings = { from: string; to: string; weekdays?: Weekday[]; zone?: string }

const until = (at: string, { weekdays, zone = 'UTC', ...times }: QuietSettings) => {
  const end = quietUntil(Date.parse(at), { hours: { ...times, weekdays: weekdays ?? null }, zone })
  return end === undefined ? undefined : new Date(end).toISOString()
}

const night = { from: '22:00', to: '07:00' }
const noon = { from: '12:00', to: '13:30' }
// 2030-03-15 is a Friday.
const weekend: QuietSettings = { from: '00:00', to: '00:00', weekdays: ['sat', 'sun'] }

describe('quiet hours', () => {
  it.each<[string, string, QuietSettings, string | undefined]>([
    ['have not begun', '2030-03-15T11:59:59Z', noon, undefined],
    ['begin at their time', '2030-03-15T12:00:00Z', noon, '2030-03-15T13:30:00.000Z'],
    ['end at their time', '2030-03-15T13:30:00Z', noon, undefined],
    ['last over midnight', '2030-03-15T23:00:00.500Z', night, '2030-03-16T07:00:00.000Z'],
    ['last from the day before', '2030-03-15T06:59:59.999Z', night, '2030-03-15T07:00:00.000Z'],
    ['are those of the zone', '2030-03-15T12:00:00Z', { ...night, zone: 'Asia/Tokyo' }, undefined],
    ['end in the zone', '2030-03-15T14:00:00Z', { ...night, zone: 'Asia/Tokyo' }, '2030-03-15T22:00:00.000Z'],
    [
      'begin on their days',
      '2030-03-15T23:00:00Z',
      { ...night, weekdays: ['fri'] },
      '2030-03-16T07:00:00.000Z',
    ],
    ['begin on no other day', '2030-03-16T23:00:00Z', { ...night, weekdays: ['fri'] }, undefined],
    [
      'go on into a day that is not theirs',
      '2030-03-16T06:00:00Z',
      { ...night, weekdays: ['fri'] },
      '2030-03-16T07:00:00.000Z',
    ],
    [
      'do not go on from a day that is not theirs',
      '2030-03-15T06:00:00Z',
      { ...night, weekdays: ['fri'] },
      undefined,
    ],
    ['may be whole days, one after the other', '2030-03-16T00:00:00Z', weekend, '2030-03-18T00:00:00.000Z'],
    ['leave the days between', '2030-03-18T00:00:00Z', weekend, undefined],
  ])('%s', (...[, at, given, expected]) => {
    expect(until(at, given)).toBe(expected)
  })
})

describe('where clocks change', () => {
  // Berlin: forward on 2030-03-31 at 02:00 local time (01:00 UTC), back on 2030-10-27 at 03:00 (01:00 UTC).
  const berlin = (from: string, to: string): QuietSettings => ({ from, to, zone: 'Europe/Berlin' })
  it.each<[string, string, QuietSettings, string | undefined]>([
    [
      'the night is an hour shorter',
      '2030-03-30T22:00:00Z',
      berlin('22:00', '07:00'),
      '2030-03-31T05:00:00.000Z',
    ],
    [
      'the night is an hour longer',
      '2030-10-26T21:00:00Z',
      berlin('22:00', '07:00'),
      '2030-10-27T06:00:00.000Z',
    ],
    [
      'an end that is skipped is when the clocks change',
      '2030-03-31T00:30:00Z',
      berlin('22:00', '02:30'),
      '2030-03-31T01:00:00.000Z',
    ],
    [
      'quiet hours that are skipped do not happen',
      '2030-03-31T01:00:00Z',
      berlin('02:00', '03:00'),
      undefined,
    ],
    [
      'an end that comes twice is first the first',
      '2030-10-27T00:00:00Z',
      berlin('22:00', '02:30'),
      '2030-10-27T00:30:00.000Z',
    ],
    [
      'and quiet hours that are repeated come again',
      '2030-10-27T01:10:00Z',
      berlin('22:00', '02:30'),
      '2030-10-27T01:30:00.000Z',
    ],
    [
      'an end may be repeated before it was reached',
      '2030-10-27T00:50:00Z',
      berlin('02:45', '03:15'),
      '2030-10-27T01:00:00.000Z',
    ],
  ])('%s', (...[, at, given, expected]) => {
    expect(until(at, given)).toBe(expected)
  })
})
