// A time that follows from a date: some days before or after it, at a time of day, in a time zone. For steps that wait for a date
// and for triggers.
import { z } from 'zod'
import { chosenBy } from '../../platform/schemas/chosen.schema.ts'
import { TimeOfDay } from '../../platform/time/local-times.schema.ts'
import { TimeZone } from '../../platform/time/timezone.schema.ts'
import { UNIT_MS } from '../filters/filter-dates.schema.ts'

export const OfContact = z.literal('contact')

export const ContactZone = chosenBy<string>((given) => (given === 'contact' ? OfContact : TimeZone))
  .meta({ type: 'string' })
  .nullish()
  .describe(
    "`contact` (default): the contact's data.timezone, or else the project's time zone. Or a name such as Europe/Amsterdam.",
  )

export const LONGEST_OFFSET_DAYS = 3650

const DateOffset = z
  .strictObject({
    amount: z.int().describe('Negative: before the date.'),
    unit: z.enum(['minutes', 'hours', 'days']),
  })
  .refine(({ amount, unit }) => Math.abs(amount) * UNIT_MS[unit] <= LONGEST_OFFSET_DAYS * UNIT_MS.days, {
    path: ['amount'],
    message: `must be at most ${LONGEST_OFFSET_DAYS} days before or after the date`,
    params: { code: 'too_big' },
  })

export const DATE_MOVE = {
  offset: DateOffset.nullish().describe('Before or after the date, such as {"amount": -7, "unit": "days"}.'),
  at: TimeOfDay.nullish().describe(
    'Time of that day. Default: the time of the date; midnight if it has none.',
  ),
  timezone: ContactZone,
}
