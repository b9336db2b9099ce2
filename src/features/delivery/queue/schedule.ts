// The times for which an email may be scheduled, and the columns of the queue that follow from them.
import { invalidFields } from '../../../platform/errors.ts'
import { giveUpAt } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'

// The caller's clock may be behind, and the connection slow. A date of last year is a mistake.
const MOST_PAST_MS = 5 * 60_000
// A year and a day, so that "the same day next year" is valid. Later email belongs in the caller's own calendar.
const MOST_AHEAD_MS = 366 * 86_400_000

/** @throws AppError, a 422 on scheduledFor, for a time that is in the past or too far ahead */
export function checkSchedule(scheduledFor: Date | null | undefined, now: Date): void {
  if (!scheduledFor) return
  const ahead = scheduledFor.getTime() - now.getTime()
  if (ahead < -MOST_PAST_MS) throw invalidSchedule('must not be in the past')
  if (ahead > MOST_AHEAD_MS) throw invalidSchedule('must be at most a year ahead')
}

const invalidSchedule = (message: string) =>
  invalidFields({ field: 'scheduledFor', message, code: 'invalid_date' })

type ScheduleInput = { lane: Lane; scheduledFor: Date | null; now: Date }
type Schedule = {
  status: 'QUEUED' | 'SCHEDULED'
  runAt: Date
  /** Null for immediately. */
  scheduledFor: Date | null
  giveUpAt: Date
}

/** A time in the past means now. */
export function scheduleOf({ lane, scheduledFor, now }: ScheduleInput): Schedule {
  const later = scheduledFor !== null && scheduledFor > now ? scheduledFor : null
  const runAt = later ?? now
  const status = later ? 'SCHEDULED' : 'QUEUED'
  return { status, runAt, scheduledFor: later, giveUpAt: giveUpAt(lane, runAt) }
}
