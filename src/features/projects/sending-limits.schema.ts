// How often and when a project writes marketing email to one contact.
import { z } from 'zod'
import { countUpTo } from '../../platform/schemas/frequency-cap.schema.ts'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import { TimeOfDay, WEEKDAYS, Weekdays } from '../../platform/time/local-times.schema.ts'

const ZONES = ['contact', 'project'] as const
const ZONE_USE =
  "`contact` (default): the contact's data.timezone, or else the project's time zone. `project`: the project's time zone."

/** With the same time twice, a quiet day lasts for 24 hours: then one day has to be left. */
const leavesTime = ({ from, to, weekdays }: { from: string; to: string; weekdays?: unknown }): boolean =>
  from !== to || (Array.isArray(weekdays) && new Set(weekdays).size < WEEKDAYS.length)

export const QuietHours = z
  .object({
    from: TimeOfDay.describe('Local time at which the quiet hours begin.'),
    to: TimeOfDay.describe(
      'Local time at which they end; on the next day if it is not later than `from`. If both are equal, they last for 24 hours.',
    ),
    weekdays: Weekdays.nullish().describe('The days on which quiet hours begin. Default: every day.'),
    timezone: z.enum(ZONES).default('contact').describe(ZONE_USE),
  })
  .refine(
    leavesTime,
    ruleAt('to', 'must differ from `from`, unless `weekdays` leaves out a day: no email would ever be sent'),
  )
  .meta({ id: 'QuietHours' })

/** As it is stored and shown. */
export const QuietHoursRecord = z
  .object({
    from: z.string(),
    to: z.string(),
    weekdays: z.array(z.enum(WEEKDAYS)).nullable(),
    timezone: z.enum(ZONES),
  })
  .meta({ id: 'QuietHoursRecord' })

// A month.
const LONGEST_HOLD_HOURS = 720

export const HoldAtMostHours = countUpTo(LONGEST_HOLD_HOURS)
