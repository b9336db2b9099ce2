import { z } from 'zod'
import { PROVIDERS } from '../../../platform/email/feedback/providers/providers.values.ts'

export const DoorParams = z.object({
  provider: z
    .string()
    .max(100)
    .describe(`One of: ${PROVIDERS.join(', ')}.`),
  token: z.string().max(100).describe('The secret part of the URL.'),
})

export const AcceptedReport = z
  .object({
    events: z.int().describe('The events that were read. Others, such as opens, are ignored.'),
    matched: z.int().describe('The events about emails of this installation.'),
  })
  .meta({ id: 'AcceptedReport' })
