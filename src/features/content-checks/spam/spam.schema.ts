import { z } from 'zod'
import { ContentFinding, SpamScore } from '../content-checks.schema.ts'

export const SpamCheck = z
  .object({
    field: z.string().describe('The field with the email: body, or variants.0.body of a campaign.'),
    language: z.string().nullable().describe('The language of a translation. null: not a translation.'),
    subject: z.string().describe('The subject, as the judged recipient gets it.'),
    spam: SpamScore.nullable().describe('null if there is no judgement: then a finding says why.'),
    findings: z.array(ContentFinding),
  })
  .meta({ id: 'SpamCheck' })

export const SpamChecks = z
  .object({
    emails: z
      .array(SpamCheck)
      .describe('The campaign itself, then its variants, then its translations: at most 10 are judged.'),
  })
  .meta({ id: 'SpamChecks' })

export const SpamChecksAnswer = z
  .object({ success: z.literal(true), data: SpamChecks })
  .meta({ id: 'SpamChecksAnswer' })
