import { z } from 'zod'
import { ruleAt } from '../../../platform/schemas/across-fields.schema.ts'
import { Instant } from '../../../platform/schemas/bounded.schema.ts'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { Cron, parseCron } from '../../../platform/time/cron.schema.ts'
import { TimeZone } from '../../../platform/time/timezone.schema.ts'
import { Campaign, CampaignCreate, CampaignPatch } from '../campaigns.schema.ts'
import { Feed, FeedItem, FeedPreviewRequest, FeedSettings } from './feed/feed.schema.ts'
import { RUN_OUTCOMES } from './recurring.values.ts'

/** Each run sends a campaign to the whole audience, so a schedule with several minutes is a mistake. */
const hasOneMinute = (text: string): boolean => {
  const parsed = parseCron(text)
  return !parsed.ok || parsed.schedule.minutes.size === 1
}

const schedule = {
  cron: Cron.refine(hasOneMinute, {
    message:
      'must name one minute, such as 0 9 * * 1: a recurring campaign is sent at most once an hour. 0 * * * * is every hour',
    params: { code: 'invalid_string' },
  }).describe(
    'Minute, hour, day of month, month and day of week, as in cron: 0 9 * * mon is Mondays at 09:00. At most once an hour.',
  ),
  timezone: TimeZone.describe('The time zone of `cron`, such as Europe/Amsterdam. Default: UTC.'),
  enabled: z.boolean().describe('Whether its runs begin by themselves. Default: true.'),
  feed: FeedSettings.nullable().describe(
    'A feed whose items the subject and the body show: `{% for item in feed.items %}{{ item.title }}{% endfor %}`. null: none.',
  ),
}

/** Each run copies a template, so its email is made of blocks there. */
const NoBlocks = z
  .null({ error: 'must be left out: make the email as a template, and name it in `template`' })
  .describe('Always null. Make the email as a template, and name it in `template`.')

/** Also looks at variants that are themselves refused: of any type, or a list of anything. */
const hasNoBlocks = ({ variants }: { variants?: unknown }) =>
  !Array.isArray(variants) ||
  (variants as ({ blocks?: unknown } | null)[]).every((variant) => (variant?.blocks ?? null) === null)
const NO_BLOCKS_IN_VARIANTS = ruleAt('variants', 'must not have blocks: give each variant a body')

export const RecurringCampaignCreate = CampaignCreate.safeExtend({
  ...schedule,
  timezone: schedule.timezone.default('UTC'),
  enabled: schedule.enabled.default(true),
  feed: schedule.feed.default(null),
  blocks: NoBlocks.default(null),
})
  .refine(hasNoBlocks, NO_BLOCKS_IN_VARIANTS)
  .meta({ id: 'RecurringCampaignCreate' })

/** null stands for the text or sender of the template. */
const { subject, body, from } = CampaignCreate.shape

export const RecurringCampaignPatch = CampaignPatch.extend({
  template: CampaignPatch.shape.template.describe(
    'Id or alias of a template that each run takes its content from; null removes it.',
  ),
  subject: subject.unwrap().optional(),
  body: body.unwrap().optional(),
  from: from.unwrap().optional(),
  cron: schedule.cron.optional(),
  timezone: schedule.timezone.optional(),
  enabled: schedule.enabled.optional(),
  feed: schedule.feed.optional(),
  blocks: NoBlocks.optional(),
  ifUpdatedAt: Instant.optional().describe(
    'Saves only if `updatedAt` of the recurring campaign still has this value, otherwise returns 409. Prevents overwriting a change that somebody else has saved.',
  ),
})
  .refine(hasNoBlocks, NO_BLOCKS_IN_VARIANTS)
  .meta({ id: 'RecurringCampaignPatch' })

export const RecurringRun = z
  .object({
    id: z.string(),
    outcome: z
      .enum(RUN_OUTCOMES)
      .describe(
        'SENT: `campaignId` was created and started. SKIPPED: there was nothing to send. FAILED: the campaign could not be sent, and somebody has to change something. Later runs go on in any case.',
      ),
    reason: z.string().nullable().describe('Why there is no campaign; null for SENT.'),
    campaignId: z.string().nullable().describe('The campaign of this run, with its own figures.'),
    subject: z
      .string()
      .nullable()
      .describe('The subject of that campaign; null if there is none, or if it was deleted.'),
    manual: z.boolean().describe('Whether somebody asked for the run.'),
    items: z
      .int()
      .nullable()
      .describe('How many items of the feed it has; null without a feed or a campaign.'),
    scheduledFor: z.iso.datetime().describe('The time of the schedule, or when somebody asked for the run.'),
    ranAt: z.iso.datetime(),
  })
  .meta({ id: 'RecurringRun' })

/** The fields of a campaign that its runs create. */
const campaign = Campaign.pick({
  name: true,
  description: true,
  previewText: true,
  fromName: true,
  replyTo: true,
  utm: true,
  topic: true,
  archived: true,
  audienceType: true,
  controlGroup: true,
  segmentId: true,
  audienceFilter: true,
  ratePerMinute: true,
  sendAtLocalTime: true,
  bestHour: true,
  canary: true,
  test: true,
  goal: true,
  holdout: true,
}).shape

/** Lists leave out the bodies, which may have a megabyte each. */
const summary = {
  id: z.string(),
  ...campaign,
  templateId: z
    .string()
    .nullable()
    .describe(
      'The template whose current version each run copies. It supplies what is null here: subject, body, previewText, from, fromName, replyTo and topic.',
    ),
  subject: z.string().nullable().describe('null: that of the template.'),
  from: z.string().nullable().describe('null: that of the template.'),
  cron: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  feed: z
    .object({ url: z.string(), maxItems: z.int(), onlyNew: z.boolean() })
    .nullable()
    .describe('The feed whose items it shows.'),
  nextRunAt: z.iso.datetime().nullable().describe('The time of the next run; null while it is disabled.'),
  runRequestedAt: z.iso
    .datetime()
    .nullable()
    .describe('When somebody asked for a run that has not taken place yet.'),
  lastRun: RecurringRun.nullable().describe('The newest run; null before the first.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const RecurringCampaignSummary = z.object(summary).meta({ id: 'RecurringCampaignSummary' })

const Variants = z
  .array(z.object({ subject: z.string().nullable(), body: z.string().nullable() }))
  .nullable()
  .describe('Variants B to D; null stands for the subject or body of the campaign itself, A.')

export const RecurringCampaign = z
  .object({
    ...summary,
    body: z.string().nullable().describe('The body as it was saved; null: that of the template.'),
    variants: Variants,
  })
  .meta({ id: 'RecurringCampaign' })

export const RecurringCampaignList = z
  .object({ recurringCampaigns: z.array(RecurringCampaignSummary), ...listFields })
  .meta({ id: 'RecurringCampaignList' })

export const RecurringRunList = z
  .object({ runs: z.array(RecurringRun), ...listFields })
  .meta({ id: 'RecurringRunList' })

export { Feed, FeedItem, FeedPreviewRequest, FeedSettings }

export const RecurringCampaignListQuery = PageQuery
export const RecurringRunListQuery = PageQuery.extend({
  outcome: z.enum(RUN_OUTCOMES).optional().describe('Only runs with this outcome.'),
  search: z
    .string()
    .max(100, 'must have at most 100 characters')
    .optional()
    .describe('Part of the subject or of the reason; case-insensitive.'),
})
