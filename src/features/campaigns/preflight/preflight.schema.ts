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
        'LEFT_OUT_PAUSED',
        'LEFT_OUT_TOPIC',
        'BEST_HOUR_KNOWN',
        'LEFT_OUT_CONTROL_GROUP',
        'HELD_BACK',
        'HOLDOUT_TOO_SMALL',
        'EMPTY_VARIABLE',
        'COUPON_LIST_MISSING',
        'COUPON_LIST_SHORT',
        'TRANSLATION_MISSING',
        'TEMPLATE_BROKEN',
        'TRACKING_OFF',
        'NO_UNSUBSCRIBE_LINK',
        'NO_POSTAL_ADDRESS',
        'NO_ONE_CLICK',
        'NO_FEEDBACK',
        'CAP_LONGER_THAN_HOLD',
        'SPF_NOT_RIGHT',
        'DMARC_NOT_RIGHT',
        'LINK_NOT_HTTP',
        'IMAGE_WITHOUT_ALT',
        'CLIPPED_BY_GMAIL',
        'CSS_NOT_INLINED',
        'CSS_PARTLY_INLINED',
        'NO_TEXT_PART',
        'FOREIGN_FONT',
        'CLIENT_SUPPORT',
        'CLIENT_SUPPORT_DECORATION',
      ])
      .describe('The kind of problem.'),
    severity: z
      .enum(['error', 'warning', 'info'])
      .describe('error: the campaign cannot be sent. warning: recipients would notice. info: good to know.'),
    message: z.string(),
    suggestion: z.string().nullable().describe('How to fix it.'),
    field: z.string().nullable().describe('The field of the campaign that has the problem.'),
    variable: z
      .string()
      .nullable()
      .describe('With EMPTY_VARIABLE, COUPON_LIST_MISSING and COUPON_LIST_SHORT: the name of the variable.'),
    count: z.int().nullable().describe('Number of contacts concerned.'),
    line: z
      .int()
      .nullable()
      .describe(
        'Line of the body, from 1; with blocks, of the MJML generated from them. null if the problem is not in one line.',
      ),
  })
  .meta({ id: 'CampaignPreflightProblem' })

export const PreflightAudience = z
  .object({
    matching: z.int().describe('Contacts in the audience.'),
    recipients: z.int().describe('Contacts who would get the campaign.'),
    heldBack: z.int().describe('Left out: could get the campaign, but held back by its holdout.'),
    unsubscribed: z.int().describe('Left out: unsubscribed.'),
    neverSubscribed: z.int().describe('Left out: never subscribed.'),
    suppressed: z.int().describe('Left out: the address is suppressed, subscribed or not.'),
    paused: z.int().describe('Left out: subscribed, but wants no marketing email for a while.'),
    notInTopic: z.int().describe('Left out: could get the campaign, but not in its topic.'),
    controlGroup: z
      .int()
      .describe('Left out: could get the campaign, but in the control group of the project.'),
  })
  .meta({ id: 'CampaignPreflightAudience' })

export const CampaignPreflight = z
  .object({
    ready: z.boolean().describe('Whether the campaign can be sent: no problem is an error.'),
    problems: z.array(PreflightProblem).describe('Problems, the most severe first.'),
    audience: PreflightAudience.nullable().describe('null if it could not be counted.'),
    bestHour: z
      .object({
        known: z.int().describe('Recipients whose best hour is known.'),
        unknown: z.int().describe('Recipients who would get it at the fallback.'),
      })
      .meta({ id: 'CampaignPreflightBestHour' })
      .nullable()
      .describe('With `bestHour`; null without it, or if it could not be counted.'),
    htmlBytes: z
      .int()
      .nullable()
      .describe(
        'Size of the rendered HTML; Gmail cuts it off after 102 kB. null if it could not be rendered.',
      ),
  })
  .meta({ id: 'CampaignPreflight' })

export const CampaignPreflightAnswer = z
  .object({ success: z.literal(true), data: CampaignPreflight })
  .meta({ id: 'CampaignPreflightAnswer' })
