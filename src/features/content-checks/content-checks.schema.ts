import { z } from 'zod'
import { DraftRender, LanguageTag, TemplateRender } from '../templates/templates.schema.ts'

export const ContentFinding = z
  .object({
    code: z.string().describe('The kind of finding.'),
    level: z
      .enum(['error', 'warning', 'info'])
      .describe('error: it cannot be sent. warning: readers would notice. info: good to know.'),
    message: z.string(),
    suggestion: z.string().nullable().describe('How to fix it.'),
    line: z
      .int()
      .nullable()
      .describe(
        'Line of the body, from 1; with blocks, of the MJML generated from them. null if it is not in one line, or in a partial.',
      ),
  })
  .meta({ id: 'ContentFinding' })

export const SpamScore = z
  .object({
    score: z.number().describe('The points of the email.'),
    threshold: z.number().describe('The points from which on it is spam.'),
    rules: z
      .array(z.object({ name: z.string(), points: z.number(), description: z.string() }))
      .describe('The rules that count, the dearest first.'),
  })
  .meta({ id: 'SpamScore' })

export const ContentChecks = z
  .object({
    findings: z.array(ContentFinding).describe('The most severe first.'),
    htmlBytes: z
      .int()
      .describe(
        'Size of the HTML as it is sent, with footer and tracked links. Gmail cuts it off after 102 kB.',
      ),
    spam: SpamScore.nullable().describe(
      'The judgement of SpamAssassin. null if the request did not ask for it, and if there was none: then a finding says why.',
    ),
    clientDataDate: z.string().describe('Day of the data about email clients, from caniemail.com.'),
  })
  .meta({ id: 'ContentChecks' })

const spam = z
  .boolean()
  .default(false)
  .describe(
    'Also asks SpamAssassin, if the operator of this server has set SPAMD_HOST. It takes some seconds.',
  )

export const DraftChecksRequest = DraftRender.safeExtend({ spam }).meta({ id: 'DraftChecksRequest' })

export const TemplateLinksRequest = TemplateRender.extend({
  language: LanguageTag.optional().describe(
    'The translation to check. Default: the texts of the template itself.',
  ),
}).meta({ id: 'TemplateLinksRequest' })

export const TemplateChecksRequest = TemplateLinksRequest.extend({ spam }).meta({
  id: 'TemplateChecksRequest',
})
