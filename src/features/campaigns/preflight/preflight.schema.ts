import { z } from 'zod'

export const PreflightProblem = z
  .object({
    code: z
      .enum([
        'SENDER_NOT_VERIFIED',
        'EMPTY_AUDIENCE',
        'AUDIENCE_BROKEN',
        'AUDIENCE_NOT_COUNTED',
        'LEFT_OUT_UNSUBSCRIBED',
        'LEFT_OUT_NEVER_SUBSCRIBED',
        'LEFT_OUT_SUPPRESSED',
        'EMPTY_VARIABLE',
        'TEMPLATE_BROKEN',
        'TRACKING_OFF',
        'NO_UNSUBSCRIBE_LINK',
        'NO_POSTAL_ADDRESS',
        'NO_ONE_CLICK',
        'SPF_NOT_RIGHT',
        'DMARC_NOT_RIGHT',
        'LINK_NOT_HTTP',
        'IMAGE_WITHOUT_ALT',
        'CLIPPED_BY_GMAIL',
        'CSS_NOT_INLINED',
        'CSS_PARTLY_INLINED',
        'NO_TEXT_PART',
        'FOREIGN_FONT',
      ])
      .describe('What was found.'),
    severity: z
      .enum(['error', 'warning', 'info'])
      .describe('error: cannot be sent. warning: recipients would notice. info: good to know.'),
    message: z.string(),
    suggestion: z.string().nullable().describe('What to do about it.'),
    field: z.string().nullable().describe('The field of the campaign that it is about.'),
    variable: z.string().nullable().describe('With EMPTY_VARIABLE: its name.'),
    count: z.int().nullable().describe('How many contacts it is about.'),
  })
  .meta({ id: 'CampaignPreflightProblem' })

export const PreflightAudience = z
  .object({
    matching: z.int().describe('Contacts in the audience.'),
    recipients: z.int().describe('Those who would get it.'),
    unsubscribed: z.int().describe('Left out: unsubscribed.'),
    neverSubscribed: z.int().describe('Left out: never subscribed.'),
    suppressed: z.int().describe('Left out: subscribed, but the address is suppressed.'),
  })
  .meta({ id: 'CampaignPreflightAudience' })

export const CampaignPreflight = z
  .object({
    ready: z.boolean().describe('Whether it can be sent: no problem is an error.'),
    problems: z.array(PreflightProblem).describe('The most severe first.'),
    audience: PreflightAudience.nullable().describe('null if it could not be counted.'),
    htmlBytes: z
      .int()
      .nullable()
      .describe('Size of the HTML as a recipient gets it; Gmail cuts it off after 102 kB. null without one.'),
  })
  .meta({ id: 'CampaignPreflight' })

export const CampaignPreflightAnswer = z
  .object({ success: z.literal(true), data: CampaignPreflight })
  .meta({ id: 'CampaignPreflightAnswer' })
