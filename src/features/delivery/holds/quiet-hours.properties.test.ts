// For any settings, zone and time, quiet hours end at the first minute that is not quiet by the clock on the wall.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { WEEKDAYS } from '../../../platform/time/local-times.schema.ts'
import type { Weekday } from '../../../platform/time/local-times.schema.ts'
import { quietUntil } from './quiet-hours.ts'

const MINUTE_MS = 60_000

// Half an hour ahead, clocks that change by half an hour or at midnight, no changes, far from UTC in both directions.
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

// Around changes of the clocks of these zones, and any other time.
const CHANGES = [
  '2030-03-31T01:00:00Z',
  '2030-10-27T01:00:00Z',
  '2030-03-10T07:00:00Z',
  '2030-11-03T06:00:00Z',
  '2030-10-05T15:30:00Z',
].map((text) => Date.parse(text))

const minute = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -3_000, max: 3_000 }))
    .map(([at, by]) => at + by * MINUTE_MS),
  fc
    .integer({ min: Date.parse('2030-01-01') / MINUTE_MS, max: Date.parse('2031-01-01') / MINUTE_MS })
    .map((minutes) => minutes * MINUTE_MS),
)

const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((total) => [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':'))

const hours = fc
  .record({
    from: time,
    to: time,
    weekdays: fc.option(fc.subarray<Weekday>([...WEEKDAYS], { minLength: 1, maxLength: 6 }), { nil: null }),
  })
  .filter(({ from, to, weekdays }) => from !== to || weekdays !== null)

type Question = Parameters<typeof quietUntil>[1]

const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  ]),
)

/** Answers by the words of the local time, as people read them: "Sat 22:30". */
function isQuietOnTheWall(at: number, { hours: { from, to, weekdays }, zone }: Question): boolean {
  const [, day = '', clock = ''] = /^(\w+) (\d\d:\d\d)$/.exec(clocks.get(zone)?.format(at) ?? '') ?? []
  const today = day.toLowerCase() as Weekday
  const yesterday = WEEKDAYS[(WEEKDAYS.indexOf(today) + 6) % 7] as Weekday
  const begins = (weekday: Weekday) => weekdays === null || weekdays.includes(weekday)
  if (from < to) return begins(today) && from <= clock && clock < to
  return (begins(today) && from <= clock) || (begins(yesterday) && clock < to)
}

it('ends at the first minute that is not quiet', () => {
  fc.assert(
    fc.property(minute, hours, fc.constantFrom(...ZONES), (at, given, zone) => {
      const question = { hours: given, zone }
      let end = at
      while (isQuietOnTheWall(end, question)) end += MINUTE_MS
      expect(quietUntil(at, question)).toBe(end === at ? undefined : end)
    }),
    propertyRuns(300),
  )
})
