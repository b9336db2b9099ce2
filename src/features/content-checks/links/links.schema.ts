import { z } from 'zod'

export const LinkCheck = z
  .object({
    url: z.string(),
    field: z.string().describe('The field with the link: body, or variants.0.body of a campaign.'),
    line: z.int().nullable().describe('Line of that body, from 1. null if it is not in the body itself.'),
    status: z
      .enum(['ok', 'broken', 'unsure', 'skipped'])
      .describe(
        'ok: it answers. broken: it does not, or with an error. unsure: the server refuses programs. skipped: it was not asked.',
      ),
    statusCode: z.int().nullable().describe('The status of the last answer.'),
    reason: z.string().nullable().describe('Why it is not ok.'),
  })
  .meta({ id: 'LinkCheck' })

export const LinkChecks = z
  .object({
    links: z
      .array(LinkCheck)
      .describe(
        'The links with a fixed address, those that are not ok first. Links with variables are not asked.',
      ),
  })
  .meta({ id: 'LinkChecks' })

export const LinkChecksAnswer = z
  .object({ success: z.literal(true), data: LinkChecks })
  .meta({ id: 'LinkChecksAnswer' })
