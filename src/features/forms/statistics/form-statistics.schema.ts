import { z } from 'zod'

// A year and some weeks, so that a month can be compared with that of the year before.
export const KEPT_DAYS = 400

export const FormStatisticsQuery = z.object({
  days: z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${KEPT_DAYS}`)
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(KEPT_DAYS, `must be at most ${KEPT_DAYS}`))
    .prefault('30')
    .meta({ type: 'integer', minimum: 1, maximum: KEPT_DAYS })
    .describe('Number of days, up to today.'),
})

const COUNTS = {
  submissions: z.int().describe('How often people have signed up.'),
  contacts: z.int().describe('How many of them were new contacts.'),
  confirmed: z.int().describe('How many addresses were confirmed by the link in the email.'),
}

export const FormStatistics = z
  .object({
    timezone: z.string().describe('The time zone of the days: that of the project.'),
    total: z.object(COUNTS).describe('Since the form was created.'),
    days: z
      .array(z.object({ day: z.iso.date(), ...COUNTS }))
      .describe('Every day, oldest first, today included.'),
  })
  .meta({ id: 'FormStatistics' })
