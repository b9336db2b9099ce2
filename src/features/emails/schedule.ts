// The times for which an email may be scheduled.
import { invalidFields } from '../../platform/errors.ts'

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
