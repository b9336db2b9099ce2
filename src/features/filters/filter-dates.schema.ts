// The dates and durations of conditions.
import { z } from 'zod'
import { dateMs, UNIT_MS } from '../../platform/conditions/dates.values.ts'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'

export { dateMs, durationMs, UNIT_MS } from '../../platform/conditions/dates.values.ts'

// The longest match of the pattern, with some room.
const LONGEST_DATE = 64

export const DateText = textUpTo(LONGEST_DATE).refine((text) => dateMs(text) !== undefined, {
  message: 'must be a date such as 2030-01-31 or 2030-01-31T09:00:00Z',
  params: { code: 'invalid_date' },
})

// Longer than any customer relation, and far below the range of dates.
const LONGEST_DURATION_DAYS = 36_500

export const Duration = z
  .strictObject({
    amount: z.int().min(1, 'must be at least 1'),
    unit: z.enum(['minutes', 'hours', 'days']),
  })
  .refine(({ amount, unit }) => amount * UNIT_MS[unit] <= LONGEST_DURATION_DAYS * UNIT_MS.days, {
    path: ['amount'],
    message: `must be at most ${LONGEST_DURATION_DAYS} days`,
    params: { code: 'too_big' },
  })

export type Duration = z.infer<typeof Duration>

// A day of the year comes back after this many days at most.
const MOST_DAYS = 366

/** Days from today; 0 is today. */
export const DayCount = z.strictObject({
  amount: z.int().min(0, 'must be at least 0').max(MOST_DAYS, `must be at most ${MOST_DAYS} days`),
  unit: z.enum(['days']),
})
