import { z } from 'zod'

export const SampleData = z
  .object({
    contacts: z.int().describe('Number of contacts added or updated.'),
    events: z.int().describe('Number of events recorded.'),
    topics: z.int().describe('Number of topics added.'),
    campaigns: z.int().describe('Number of campaigns added, sent in the past.'),
    forms: z.int().describe('Number of forms added.'),
    templateId: z.string().describe('Id of the sample template.'),
  })
  .meta({ id: 'SampleData' })
