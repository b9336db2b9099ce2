import { describe, expect, it } from 'vitest'
import type { DateTrigger } from '../definition.schema.ts'
import { dateEvent, dateStarts, possibleDates } from './date-starts.ts'

const DAY = 86_400_000
const trigger = (rest: Partial<DateTrigger> = {}): DateTrigger => ({
  type: 'DATE',
  field: 'data.renewsAt',
  ...rest,
})
const times = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })

/** The times at which a date starts the workflow within these years. */
const startsOf = (
  value: unknown,
  rest: Partial<DateTrigger> = {},
  { timeZone = 'UTC', from = '2029-01-01', to = '2034-01-01' } = {},
) =>
  dateStarts(trigger(rest), { value, timeZone }, times(from, to)).map(({ dueAt }) =>
    new Date(dueAt).toISOString(),
  )

describe('a date that starts a workflow', () => {
  it('does so some days before or after it, at a time of day of the zone', () => {
    const rest = { offset: { amount: -7, unit: 'days' as const }, at: '09:00' }
    expect(startsOf('2030-01-31', rest)).toEqual(['2030-01-24T09:00:00.000Z'])
    expect(startsOf('2030-01-31', rest, { timeZone: 'Asia/Tokyo' })).toEqual(['2030-01-24T00:00:00.000Z'])
    expect(startsOf('2030-01-31T12:00:00Z', { offset: { amount: 90, unit: 'minutes' } })).toEqual([
      '2030-01-31T13:30:00.000Z',
    ])
    expect(startsOf('2030-01-31', {}, { timeZone: 'America/New_York' })).toEqual(['2030-01-31T05:00:00.000Z'])
  })

  it('takes a time that clocks skip an hour later, and one that comes twice the first time', () => {
    const inAmsterdam = { timeZone: 'Europe/Amsterdam' }
    expect(startsOf('2030-03-31', { at: '02:30' }, inAmsterdam)).toEqual(['2030-03-31T01:30:00.000Z'])
    expect(startsOf('2030-10-27', { at: '02:30' }, inAmsterdam)).toEqual(['2030-10-27T00:30:00.000Z'])
    const acrossTheChange = { offset: { amount: -7, unit: 'days' as const } }
    expect(startsOf('2030-04-03', { ...acrossTheChange, at: '09:00' }, inAmsterdam)).toEqual([
      '2030-03-27T08:00:00.000Z',
    ])
  })

  it.each([[20300131], [null], [undefined], ['soon'], ['2030-02-30'], [['2030-01-31']]])(
    'is not %j',
    (value) => {
      expect(startsOf(value)).toEqual([])
      expect(startsOf(value, { repeat: 'yearly' })).toEqual([])
    },
  )

  it('does so once: after the beginning of a look, and up to its end', () => {
    const look = (from: string, to: string) => startsOf('2030-01-31', { at: '09:00' }, { from, to })
    expect(look('2030-01-31T08:59:00Z', '2030-01-31T09:00:00Z')).toHaveLength(1)
    expect(look('2030-01-31T09:00:00Z', '2030-01-31T09:01:00Z')).toHaveLength(0)
  })
})

describe('a date that starts a workflow every year', () => {
  const yearly = { repeat: 'yearly' as const }

  it('does so on its day, from its own year on', () => {
    expect(startsOf('2031-05-04', { ...yearly, at: '09:00' })).toEqual([
      '2031-05-04T09:00:00.000Z',
      '2032-05-04T09:00:00.000Z',
      '2033-05-04T09:00:00.000Z',
    ])
  })

  it('takes 28 February for 29 February in years that do not have it', () => {
    expect(startsOf('2000-02-29', yearly, { to: '2032-12-31' })).toEqual([
      '2029-02-28T00:00:00.000Z',
      '2030-02-28T00:00:00.000Z',
      '2031-02-28T00:00:00.000Z',
      '2032-02-29T00:00:00.000Z',
    ])
    expect(startsOf('2000-02-29T10:00:00+02:00', yearly, { to: '2029-12-31' })).toEqual([
      '2029-02-28T08:00:00.000Z',
    ])
  })

  it('may have its time in the year before or after', () => {
    const before = { ...yearly, offset: { amount: -3, unit: 'days' as const } }
    expect(startsOf('1990-01-02', before, { from: '2029-12-01', to: '2030-01-01' })).toEqual([
      '2029-12-30T00:00:00.000Z',
    ])
    const long = { ...yearly, offset: { amount: 400, unit: 'days' as const } }
    expect(startsOf('1990-01-02', long, { from: '2030-01-01', to: '2030-12-31' })).toEqual([
      '2030-02-06T00:00:00.000Z',
    ])
  })

  it('says in the event how many years have passed', () => {
    const [start] = dateStarts(
      trigger(yearly),
      { value: '1990-05-04', timeZone: 'UTC' },
      times('2030-01-01', '2030-12-31'),
    )
    if (!start) throw new Error('nothing was started')
    expect(dateEvent(trigger(yearly), start)).toEqual({
      name: 'workflow.date',
      data: { field: 'data.renewsAt', date: '2030-05-04', years: 40 },
    })
  })
})

describe('the dates that a look reads', () => {
  const ZONES = [
    'UTC',
    'Pacific/Kiritimati',
    'Etc/GMT+12',
    'Europe/Amsterdam',
    'Pacific/Apia',
    'Asia/Kathmandu',
  ]
  const VALUES = ['2030-03-31', '2030-03-31T00:00:00Z', '2030-03-31T23:59:59Z', '2030-10-27T01:30:00+02:00']
  const OFFSETS = [
    undefined,
    { amount: -7, unit: 'days' as const },
    { amount: 23, unit: 'hours' as const },
    { amount: -1, unit: 'minutes' as const },
  ]

  const CASES = OFFSETS.flatMap((offset) =>
    [undefined, '00:00', '09:00', '23:59'].flatMap((at) => VALUES.map((value) => ({ offset, at, value }))),
  )

  it.each(CASES)('include all that are due in it, in every zone: %j', ({ offset, at, value }) => {
    for (const timeZone of ZONES) {
      const rest = trigger({ offset, at })
      const [start] = dateStarts(rest, { value, timeZone }, times('2029-01-01', '2032-01-01'))
      if (!start) throw new Error('nothing was started')
      const { first, last } = possibleDates(rest, { from: start.dueAt - 1, to: start.dueAt })
      const date = Date.parse(value)
      expect(date).toBeGreaterThanOrEqual(first.getTime())
      expect(date).toBeLessThanOrEqual(last.getTime())
      expect(last.getTime() - first.getTime()).toBeLessThan(3 * DAY)
    }
  })
})
