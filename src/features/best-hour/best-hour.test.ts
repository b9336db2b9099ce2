import { describe, expect, it } from 'vitest'
import { habitOf, hourAt, hourText } from './best-hour.ts'

const NOW = Date.parse('2026-11-18T12:00:00.000Z')

const utc = (...times: string[]) =>
  habitOf(
    times.map((at) => Date.parse(at)),
    { now: NOW, timeZone: 'UTC' },
  )

/** Opens of so many days, at these times of day. */
const daily = (...times: string[]) => utc(...times.map((time, day) => `2026-11-${10 + day}T${time}:00Z`))

describe('habitOf', () => {
  it('needs three opens or clicks', () => {
    expect(daily()).toEqual({ hour: null, events: 0 })
    expect(daily('18:00', '18:30')).toEqual({ hour: null, events: 2 })
    expect(daily('18:00', '18:30', '18:59')).toEqual({ hour: 18, events: 3 })
  })

  it('takes neighbouring hours together', () => {
    expect(daily('08:59', '09:01', '12:00')).toMatchObject({ hour: 8 })
    expect(daily('08:59', '09:01', '10:01', '15:00', '15:10')).toMatchObject({ hour: 9 })
    // Two at one hour weigh as much as two at neighbouring hours with a third one.
    expect(daily('06:00', '06:10', '20:00', '21:00', '22:00')).toMatchObject({ hour: 6 })
  })

  it('goes around the clock, and decides ties for the earliest hour of the day', () => {
    expect(daily('23:50', '23:55', '00:05')).toMatchObject({ hour: 23 })
    expect(daily('23:55', '00:05', '12:00')).toMatchObject({ hour: 0 })
    expect(daily('20:00', '14:00', '08:00')).toMatchObject({ hour: 8 })
  })

  it('ignores what is older than 180 days, and what comes later', () => {
    const day = '2026-05-22T'
    expect(utc(`${day}11:59:59Z`, `${day}12:00:00Z`, `${day}12:00:00Z`)).toEqual({ hour: null, events: 2 })
    expect(utc(`${day}12:00:00Z`, `${day}12:00:00Z`, `${day}12:00:00Z`)).toEqual({ hour: 12, events: 3 })
    expect(utc('2026-11-18T12:00:01Z')).toEqual({ hour: null, events: 0 })
  })

  it('reads the clock of the zone, before and after it changes', () => {
    // 18:30 in Berlin on each of the three days: clocks went back on 25 October.
    const opens = ['2026-10-24T16:30:00Z', '2026-10-26T17:30:00Z', '2026-10-27T17:30:00Z'].map((at) =>
      Date.parse(at),
    )
    expect(habitOf(opens, { now: NOW, timeZone: 'Europe/Berlin' })).toEqual({ hour: 18, events: 3 })
    expect(habitOf(opens, { now: NOW, timeZone: 'Asia/Kathmandu' })).toMatchObject({ hour: 23 })
  })
})

it('takes an unknown zone for UTC', () => {
  expect(hourAt(Date.parse('2026-11-18T23:59:59.999Z'), 'Nowhere/City')).toBe(23)
  expect(hourText(0)).toBe('00:00')
})
