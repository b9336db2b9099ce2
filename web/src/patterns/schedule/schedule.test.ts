import { describe, expect, it } from 'vitest'
import { cronOf, describeSchedule, ofKind, readSchedule } from './schedule.ts'

describe('a schedule', () => {
  it.each([
    ['0 9 * * *', { kind: 'daily', time: '09:00' }],
    ['30 7 * * mon,fri', { kind: 'weekly', time: '07:30', days: ['mon', 'fri'] }],
    ['5 18 15 * *', { kind: 'monthly', time: '18:05', day: 15 }],
  ] as const)('is read from %s, and written again', (cron, schedule) => {
    expect(readSchedule(cron)).toEqual(schedule)
    expect(cronOf(readSchedule(cron))).toBe(cron)
  })

  it.each(['0 9 * * 1-5', '0 9 1 * mon', '0 */2 * * *', '99 9 * * *', 'daily', ''])(
    'is custom: %s',
    (cron) => {
      expect(readSchedule(cron)).toEqual({ kind: 'custom', cron })
    },
  )

  it('keeps its time when its kind changes', () => {
    const weekly = readSchedule('30 7 * * fri')
    expect(cronOf(ofKind(weekly, 'daily'))).toBe('30 7 * * *')
    expect(cronOf(ofKind(weekly, 'monthly'))).toBe('30 7 1 * *')
    expect(cronOf(ofKind(weekly, 'custom'))).toBe('30 7 * * fri')
    expect(cronOf(ofKind(readSchedule('x'), 'weekly'))).toBe('0 9 * * mon')
  })

  it('is described in words', () => {
    expect(['0 9 * * *', '0 9 * * mon,tue', '0 9 1 * *', '0 9 * 1 *'].map(describeSchedule)).toEqual([
      'Every day at 09:00',
      'Every Mon, Tue at 09:00',
      'On day 1 of every month at 09:00',
      'By cron: 0 9 * 1 *',
    ])
  })
})
