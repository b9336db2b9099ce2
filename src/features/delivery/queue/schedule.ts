// The columns of the queue that follow from the time for which an email is scheduled.
import { giveUpAt } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'

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
