import { z } from 'zod'

export const SampleData = z
  .object({
    contacts: z.int().describe('How many contacts were added or brought up to date.'),
    events: z.int().describe('How many events were recorded.'),
    templateId: z.string().describe('Id of the sample template.'),
  })
  .meta({ id: 'SampleData' })
