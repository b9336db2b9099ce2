import { z } from 'zod'
import { LanguageTag, TemplateRender } from '../templates/templates.schema.ts'

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

export const ContentChecks = z
  .object({
    findings: z.array(ContentFinding).describe('The most severe first.'),
    htmlBytes: z
      .int()
      .describe(
        'Size of the HTML as it is sent, with footer and tracked links. Gmail cuts it off after 102 kB.',
      ),
    clientDataDate: z.string().describe('Day of the data about email clients, from caniemail.com.'),
  })
  .meta({ id: 'ContentChecks' })

export const TemplateChecksRequest = TemplateRender.extend({
  language: LanguageTag.optional().describe(
    'The translation to check. Default: the texts of the template itself.',
  ),
}).meta({ id: 'TemplateChecksRequest' })
