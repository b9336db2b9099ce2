import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import {
  bytesUpTo,
  Instant,
  INSTANT_PATTERN,
  LONGEST_INSTANT,
  MEGABYTE,
  lineUpTo,
  textUpTo,
  withoutLiquid,
} from '../../platform/schemas/bounded.schema.ts'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import {
  NumberedPageQuery,
  numberedListFields,
  PathId,
  recordListFields,
} from '../../platform/http/replies/paging.schema.ts'
import { FILTER_TREE_REF, FilterTree } from '../filters/filters.schema.ts'
import { PLAN_RULES, planFields, planRecord } from './campaign-plan.schema.ts'
import { Blocks } from '../templates/blocks/blocks.schema.ts'
import { PreviewText, StoredBlocks } from '../templates/templates.schema.ts'
import { CampaignUtm, UTM_DESCRIPTION } from '../delivery/content/utm.schema.ts'
import { TopicKey } from '../topics/topics.schema.ts'
import { CampaignFigures } from './statistics/figures.schema.ts'
import { CAMPAIGN_STATUSES, VARIANT_NAMES } from './campaigns.values.ts'

// Equal to the limits of a template.
const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 500
const LONGEST_SUBJECT = 998
const LONGEST_SENDER_NAME = 100
// For an id or an alias; no alias is nearly as long.
const LONGEST_TEMPLATE = 255

export const CampaignStatus = z.enum(CAMPAIGN_STATUSES)

const AudienceType = z
  .enum(['ALL', 'SEGMENT', 'FILTERED'])
  .describe(
    'ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.',
  )

const ControlGroupUse = z
  .enum(['exclude', 'include'])
  .describe(
    'Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.',
  )

/** Forms send an empty string if no segment is chosen. */
const SegmentKey = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(PathId.brand<'segment'>().nullable())

const fields = {
  name: lineUpTo(LONGEST_NAME).trim().min(1, 'must not be empty'),
  description: textUpTo(LONGEST_DESCRIPTION).nullable(),
  template: textUpTo(LONGEST_TEMPLATE)
    .min(1, 'must not be empty')
    .nullable()
    .describe(
      'Id or alias of a template. It supplies subject, body, preview text, sender, reply-to address and topic where the request has none.',
    ),
  subject: lineUpTo(LONGEST_SUBJECT).min(1, 'must not be empty').describe('Liquid is supported.'),
  previewText: PreviewText.nullable(),
  body: bytesUpTo(MEGABYTE)
    .min(1, 'must not be empty')
    .describe('HTML, or MJML if it begins with <mjml>. Liquid is supported. At most 1 MB.'),
  blocks: Blocks.nullable().describe(
    'The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks.',
  ),
  from: withoutLiquid(EmailField).describe('Address of the sender. Its domain must be verified.'),
  fromName: lineUpTo(LONGEST_SENDER_NAME)
    .trim()
    .nullable()
    .describe('Name of the sender, shown next to the address. Liquid is supported.'),
  replyTo: withoutLiquid(EmailField)
    .nullable()
    .describe('Address for replies. Default: the sender. `POST /v1/send` calls it `reply`, as Plunk does.'),
  utm: CampaignUtm.nullable().describe(UTM_DESCRIPTION),
  topic: TopicKey.nullable().describe('Key of a topic: only contacts who are in it get the campaign.'),
  archived: z
    .boolean()
    .describe(
      'Whether the archive of the project shows the email, without the data of any contact, once it is sent. Default: false.',
    ),
  audienceType: AudienceType,
  controlGroup: ControlGroupUse,
  segmentId: SegmentKey.nullable().describe(
    'The segment, required with the audience type SEGMENT. An empty string counts as null.',
  ),
  audienceFilter: FilterTree.nullable().describe(
    'The filter, required with the audience type FILTERED. It has the form of the `filters` of a segment.',
  ),
  ...planFields,
}

type Audience = { audienceType?: unknown; segmentId?: unknown; audienceFilter?: unknown }

const TYPE_WITH = { segmentId: 'SEGMENT', audienceFilter: 'FILTERED' } as const
type AudienceField = keyof typeof TYPE_WITH

const isMissing = (field: AudienceField, audience: Audience) =>
  audience.audienceType === TYPE_WITH[field] && (audience[field] ?? null) === null
const isUnexpected = (field: AudienceField, audience: Audience) =>
  AudienceType.safeParse(audience.audienceType).success &&
  audience.audienceType !== TYPE_WITH[field] &&
  (audience[field] ?? null) !== null

const missing = (field: AudienceField) => `is required with the audience type ${TYPE_WITH[field]}`
const unexpected = (field: AudienceField) =>
  `must be left out unless the audience type is ${TYPE_WITH[field]}`

const CONTENT_FIELDS = ['subject', 'body', 'from'] as const
type ContentField = (typeof CONTENT_FIELDS)[number]
type Content = Partial<Record<ContentField | 'template' | 'blocks', unknown>>

const CONTENT_REQUIRED = 'is required without a template'
const isContentMissing = (field: ContentField, { template, blocks, ...content }: Content) =>
  (template ?? null) === null &&
  (content[field] ?? null) === null &&
  !(field === 'body' && (blocks ?? null) !== null)

type ContentProblem = { field: ContentField; message: string; code: 'required' }

/** The content that a campaign without a template lacks after a patch has been merged into it. */
export const contentProblems = (content: Content): ContentProblem[] =>
  CONTENT_FIELDS.filter((field) => isContentMissing(field, content)).map((field) => ({
    field,
    message: CONTENT_REQUIRED,
    code: 'required',
  }))

type AudienceProblem = { field: AudienceField; message: string; code: 'required' | 'custom' }

/** Contradictions in the audience of a campaign after a patch has been merged into it. */
export function audienceProblems(audience: Audience): AudienceProblem[] {
  return (['segmentId', 'audienceFilter'] as const).flatMap((field): AudienceProblem[] => {
    if (isMissing(field, audience)) return [{ field, message: missing(field), code: 'required' }]
    return isUnexpected(field, audience) ? [{ field, message: unexpected(field), code: 'custom' }] : []
  })
}

/** Contradictions in the plan of a campaign after a patch has been merged into it. */
export const planProblems = (plan: object) => PLAN_RULES.filter(({ isBroken }) => isBroken(plan))

const requiredError = (field: AudienceField) => ruleAt(field, missing(field), 'required')
const unexpectedError = (field: AudienceField) => ruleAt(field, unexpected(field))
const contentError = (field: ContentField) => ruleAt(field, CONTENT_REQUIRED, 'required')

const CampaignFields = z
  .object({
    ...fields,
    description: fields.description.default(null),
    template: fields.template.default(null),
    subject: fields.subject.nullable().default(null),
    body: fields.body.nullable().default(null),
    blocks: fields.blocks.default(null),
    from: fields.from.nullable().default(null),
    previewText: fields.previewText.default(null),
    fromName: fields.fromName.default(null),
    utm: fields.utm.default(null),
    topic: fields.topic.default(null),
    archived: fields.archived.default(false),
    controlGroup: fields.controlGroup.default('exclude'),
    replyTo: fields.replyTo.default(null),
    segmentId: fields.segmentId.default(null),
    audienceFilter: fields.audienceFilter.default(null),
    ratePerMinute: fields.ratePerMinute.default(null),
    sendAtLocalTime: fields.sendAtLocalTime.default(null),
    bestHour: fields.bestHour.default(null),
    canary: fields.canary.default(null),
    variants: fields.variants.default(null),
    test: fields.test.default(null),
    goal: fields.goal.default(null),
    holdout: fields.holdout.default(null),
  })
  .refine((campaign) => !isContentMissing('subject', campaign), contentError('subject'))
  .refine((campaign) => !isContentMissing('body', campaign), contentError('body'))
  .refine((campaign) => !isContentMissing('from', campaign), contentError('from'))
  .refine((campaign) => !isMissing('segmentId', campaign), requiredError('segmentId'))
  .refine((campaign) => !isUnexpected('segmentId', campaign), unexpectedError('segmentId'))
  .refine((campaign) => !isMissing('audienceFilter', campaign), requiredError('audienceFilter'))
  .refine((campaign) => !isUnexpected('audienceFilter', campaign), unexpectedError('audienceFilter'))

export const CampaignCreate = PLAN_RULES.reduce(
  (checked, { field, message, code, isBroken }) =>
    checked.refine((campaign) => !isBroken(campaign), ruleAt(field, message, code)),
  CampaignFields,
).meta({ id: 'CampaignCreate' })

export const CampaignPatch = z
  .object({
    ...fields,
    template: fields.template.describe(
      'Id or alias of a template. Its subject, body and preview text replace those of the campaign; its sender name, reply-to address and topic are taken if the campaign has none. Fields of the same request win. null only removes `templateId`.',
    ),
    ifUpdatedAt: Instant.describe(
      'Saves only if `updatedAt` of the campaign still has this value, otherwise returns 409. Prevents overwriting a change that somebody else has saved.',
    ),
  })
  .partial()
  .meta({ id: 'CampaignPatch' })

export const VariantName = z.enum(VARIANT_NAMES).meta({ id: 'VariantName' })

const record = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  previewText: z.string().nullable(),
  type: AudienceType,
  status: CampaignStatus,
  scheduledAt: z.iso.datetime().nullable().describe('When it starts, or was scheduled to start.'),
  scheduledOffset: z
    .string()
    .nullable()
    .describe('UTC offset of `scheduledFor` in the request, such as +02:00.'),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  utm: CampaignUtm.nullable(),
  topic: z.string().nullable().describe('Key of its topic.'),
  archived: z.boolean().describe('Whether the archive of the project shows it.'),
  archiveSlug: z
    .string()
    .nullable()
    .describe(
      'Last part of its address in the archive, which is {archive.path of the project}/{archiveSlug}; null until it is first archived.',
    ),
  audienceType: AudienceType,
  controlGroup: ControlGroupUse,
  segmentId: z.string().nullable(),
  audienceFilter: z
    .unknown()
    .meta({ anyOf: [FILTER_TREE_REF, { type: 'null' }] })
    .describe('The filter as it was saved; null without one.'),
  recipientCount: z
    .int()
    .nullable()
    .describe(
      'Number of recipients, without those held back; null until they are selected, soon after the campaign starts.',
    ),
  ...planRecord,
  waitingUntil: z.iso
    .datetime()
    .nullable()
    .describe('When the wait after the canary or the sample ends; null while it has not begun.'),
  winner: VariantName.nullable().describe(
    'The variant that the other recipients get; null until it is decided.',
  ),
  templateId: z
    .string()
    .nullable()
    .describe(
      'The template whose content was copied into the campaign; null without one. It may have been changed or deleted since.',
    ),
  recurringId: z
    .string()
    .nullable()
    .describe('The recurring campaign whose run created it; null for others.'),
  paused: z.boolean(),
  pauseReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  leavesAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'No email leaves before this time; until then, cancelling returns the campaign to DRAFT. null until it starts.',
    ),
  sentAt: z.iso.datetime().nullable().describe('When the last email was sent or given up.'),
  cancelledAt: z.iso.datetime().nullable(),
}

/** Lists leave out the body, which may have a megabyte. */
export const CampaignSummary = z
  .object({
    ...record,
    stats: CampaignFigures.nullable().describe(
      'The figures of GET /campaigns/{id}/stats; null until the campaign starts.',
    ),
  })
  .meta({ id: 'CampaignSummary' })
export const Campaign = z
  .object({
    ...record,
    body: z
      .string()
      .describe('The body as it was saved, or generated from the blocks with the brand kit as it is now.'),
    blocks: StoredBlocks,
    variants: z
      .array(z.object({ subject: z.string().nullable(), body: z.string().nullable(), blocks: StoredBlocks }))
      .nullable()
      .describe('Variants B to D; null stands for the subject or body of the campaign itself, A.'),
    languages: z
      .array(z.string())
      .describe(
        'The languages that its content has been translated into, copied from its template. Each recipient gets the one of their `locale`; others get the body. A new subject or body removes them.',
      ),
  })
  .meta({ id: 'Campaign' })

export const CampaignAnswer = z
  .object({ success: z.literal(true), data: Campaign })
  .meta({ id: 'CampaignAnswer' })

export const CampaignList = z
  .object({ campaigns: z.array(CampaignSummary), ...numberedListFields })
  .meta({ id: 'CampaignList' })

export const CampaignExportQuery = z.object({
  status: CampaignStatus.optional().describe('Only campaigns in this state.'),
  search: recordListFields.search,
})

export const CampaignListQuery = NumberedPageQuery.extend({
  status: CampaignExportQuery.shape.status,
  ...recordListFields,
})

// Long enough to notice a mistake and press cancel.
const LONGEST_DELAY_SECONDS = 60

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

/** The instant and its offset: people plan in their own time zone. */
const ScheduledFor = z
  .string()
  .transform((text, context) => {
    const read = Instant.safeParse(text, WITH_OUR_MESSAGES)
    if (read.success) return { at: read.data, offset: OFFSET.exec(text)?.[0] ?? 'Z' }
    for (const issue of read.error.issues) {
      context.issues.push({ ...issue, input: issue.input } as (typeof context.issues)[number])
    }
    return z.NEVER
  })
  .meta({ format: 'date-time', maxLength: LONGEST_INSTANT, pattern: INSTANT_PATTERN })

export const CampaignSend = z
  .object({
    scheduledFor: ScheduledFor.nullish().describe('When to start, in the future. Default: now.'),
    delaySeconds: z
      .int()
      .min(0, 'must be at least 0')
      .max(LONGEST_DELAY_SECONDS, `must be at most ${LONGEST_DELAY_SECONDS}`)
      .nullish()
      .describe(
        'Delays the first email by so many seconds; until then, cancelling returns the campaign to DRAFT.',
      ),
  })
  .meta({ id: 'CampaignSend' })

const LONGEST_REASON = 200

export const CampaignPause = z
  .object({
    reason: lineUpTo(LONGEST_REASON)
      .trim()
      .min(1, 'must not be empty')
      .nullish()
      .describe('Shown as pauseReason.'),
  })
  .meta({ id: 'CampaignPause' })

export const Empty = z.undefined().describe('No body')

export const CampaignPayload = z.object({
  projectId: z.string().brand<'project'>(),
  campaignId: z.string().brand<'campaign'>(),
})
