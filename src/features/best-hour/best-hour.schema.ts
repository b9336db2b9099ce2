import { z } from 'zod'

export const ContactBestHour = z
  .object({
    hour: z
      .string()
      .nullable()
      .describe(
        'The hour at which the contact usually opens email, such as 18:00; null if there are too few events.',
      ),
    events: z.int().describe('Opens and clicks by a person that it rests on.'),
    needed: z.int().describe('How many it takes.'),
    days: z.int().describe('Opens and clicks of so many days count.'),
    timezone: z
      .string()
      .describe("The time zone of `hour`: the contact's `data.timezone`, or else that of the project."),
  })
  .meta({ id: 'ContactBestHour' })
