// Schedules as people choose them, and as cron. Pure.
import { parseCron } from '../../../../src/platform/time/cron.schema.ts'
import { WEEKDAYS } from '../../../../src/platform/time/local-times.schema.ts'
import type { Weekday } from '../../../../src/platform/time/local-times.schema.ts'
import { WEEKDAY_NAMES } from '../../format/weekdays.ts'
import { scheduleTexts as texts } from './schedule.texts.ts'

export type Schedule =
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; time: string; days: Weekday[] }
  | { kind: 'monthly'; time: string; day: number }
  | { kind: 'custom'; cron: string }

export type ScheduleKind = Schedule['kind']

const SIMPLE = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[\w,]+)$/

const two = (text: string) => text.padStart(2, '0')

/** Cron that the other kinds cannot express is custom. */
export function readSchedule(cron: string): Schedule {
  const [, minute = '', hour = '', day = '', weekdays = ''] = SIMPLE.exec(cron.trim()) ?? []
  if (minute === '' || !parseCron(cron).ok) return { kind: 'custom', cron }
  const time = `${two(hour)}:${two(minute)}`
  if (weekdays !== '*') {
    const named = weekdays.toLowerCase().split(',')
    const days = WEEKDAYS.filter((one) => named.includes(one))
    return day === '*' && days.length === named.length
      ? { kind: 'weekly', time, days }
      : { kind: 'custom', cron }
  }
  return day === '*' ? { kind: 'daily', time } : { kind: 'monthly', time, day: Number(day) }
}

export function cronOf(schedule: Schedule): string {
  if (schedule.kind === 'custom') return schedule.cron
  const [hour = '', minute = ''] = schedule.time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  if (schedule.kind === 'daily') return `${at} * * *`
  return schedule.kind === 'monthly' ? `${at} ${schedule.day} * *` : `${at} * * ${schedule.days.join(',')}`
}

/** The schedule of another kind, at the same time of day. */
export function ofKind(schedule: Schedule, kind: ScheduleKind): Schedule {
  const time = schedule.kind === 'custom' ? '09:00' : schedule.time
  switch (kind) {
    case 'daily':
      return { kind, time }
    case 'weekly':
      return { kind, time, days: ['mon'] }
    case 'monthly':
      return { kind, time, day: 1 }
    case 'custom':
      return { kind, cron: cronOf(schedule) }
  }
}

export function describeSchedule(cron: string): string {
  const schedule = readSchedule(cron)
  switch (schedule.kind) {
    case 'daily':
      return texts.daily(schedule.time)
    case 'weekly':
      return texts.weekly(schedule.days.map((day) => WEEKDAY_NAMES[day]).join(', '), schedule.time)
    case 'monthly':
      return texts.monthly(schedule.day, schedule.time)
    case 'custom':
      return texts.custom(cron)
  }
}
