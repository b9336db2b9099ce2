import { z } from 'zod'
import { textUpTo } from '../schemas/bounded.schema.ts'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const Weekdays = z
  .array(z.enum(WEEKDAYS))
  .min(1, 'must have at least one day')
  .max(WEEKDAYS.length, `must have at most ${WEEKDAYS.length} days`)

export const TimeOfDay = textUpTo(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 09:00')
