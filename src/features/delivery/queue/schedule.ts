// When an email may be asked for, and what follows from that time for its row in the queue.
import { invalidFields } from '../../../platform/errors.ts'
import { giveUpAt } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'

// A caller's clock may be a little behind, and a slow connection takes a while. A date of last year is a mistake.
const MOST_PAST_MS = 5 * 60_000
// A year and a day: "the same day next year" must pass. What is wanted later belongs into the caller's own calendar.
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

type Asked = { lane: Lane; scheduledFor: Date | null; now: Date }
type Schedule = {
  status: 'QUEUED' | 'SCHEDULED'
  runAt: Date
  /** Null: at once. */
  scheduledFor: Date | null
  giveUpAt: Date
}

/** A time that has passed already means now. */
export function scheduleOf({ lane, scheduledFor, now }: Asked): Schedule {
  const later = scheduledFor !== null && scheduledFor > now ? scheduledFor : null
  const runAt = later ?? now
  const status = later ? 'SCHEDULED' : 'QUEUED'
  return { status, runAt, scheduledFor: later, giveUpAt: giveUpAt(lane, runAt) }
}
