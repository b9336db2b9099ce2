import { z } from 'zod'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { TrackableName } from '../events/event-name.schema.ts'
import { Duration, durationMs, UNIT_MS } from '../filters/filter-dates.schema.ts'
import { dataPathOf, Where } from '../filters/language/event-data.schema.ts'
import { LONGEST_FIELD } from '../filters/language/filter-fields.schema.ts'

// A quarter: what somebody does later has other causes than one email.
export const LONGEST_WINDOW_DAYS = 90

const Window = Duration.refine((window) => durationMs(window) <= LONGEST_WINDOW_DAYS * UNIT_MS.days, {
  path: ['amount'],
  message: `must be at most ${LONGEST_WINDOW_DAYS} days`,
  params: { code: 'too_big' },
})

const ValueField = textUpTo(LONGEST_FIELD).refine((field) => dataPathOf(field) !== undefined, {
  message: 'must be data.<key>, a number in the data of the event, such as data.total',
  params: { code: 'invalid_string' },
})

export const goalFields = {
  event: TrackableName,
  where: Where.nullish(),
  window: Window.default({ amount: 7, unit: 'days' }).describe(
    `How long after the email the event counts, at most ${LONGEST_WINDOW_DAYS} days. Default: 7 days.`,
  ),
  value: ValueField.nullish().describe(
    'The number to add up, such as data.total. Events without it count as conversions without a value.',
  ),
}

export const Goal = z.strictObject(goalFields).meta({
  id: 'Goal',
  description: 'The event that the emails are meant to lead to, such as an order.',
})
export type Goal = z.output<typeof Goal>

/** The fields in responses, all of them present. */
export const goalRecord = {
  event: z.string(),
  where: z.array(z.object({}).loose()).nullable(),
  window: z.object({ amount: z.int(), unit: z.enum(['minutes', 'hours', 'days']) }),
  value: z.string().nullable(),
}

export const GoalRecord = z.object(goalRecord).meta({ id: 'GoalRecord' })

/** How often a goal was reached. */
export const goalFigures = {
  conversions: z.int().describe('How many of them reached the goal within its window, each counted once.'),
  goalEvents: z.int().describe('Number of events that reached it: one person may order several times.'),
  goalValue: z.number().describe('Sum of the value field of these events.'),
}
