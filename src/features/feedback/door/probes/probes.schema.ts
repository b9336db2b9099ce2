import { z } from 'zod'
import { EmailField } from '../../../../platform/addresses/email-address.schema.ts'
import { PROBE_KINDS, PROBE_STATES } from './probes.values.ts'

export const FeedbackProbe = z
  .object({
    kind: z.enum(PROBE_KINDS).describe('The report that has to come back.'),
    emailId: z.string(),
    to: z.string().describe('The address at which the provider simulates it, or that of a person.'),
    state: z
      .enum(PROBE_STATES)
      .describe(
        'waiting: to be handed to the provider. accepted: the provider has it, and no report has come. reported: the report has come. failed: it was not sent.',
      ),
    sentAt: z.iso.datetime().describe('When the proof was started.'),
    reportedAt: z.iso.datetime().nullable().describe('When the report came.'),
    nextStep: z
      .string()
      .nullable()
      .describe('The next thing to check. null: the report has come, or may still be on its way.'),
  })
  .meta({ id: 'FeedbackProbe' })

export const FeedbackProve = z
  .object({
    from: EmailField.optional().describe(
      'The sender, at a verified domain that uses the transport. Default: the first such domain.',
    ),
    to: EmailField.optional().describe(
      'The recipient for providers that simulate no delivery. Default: the signed-in person.',
    ),
  })
  .meta({ id: 'FeedbackProve' })
