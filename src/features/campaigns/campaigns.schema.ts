import { z } from 'zod'
import { whenObject } from '../../platform/schemas/across-fields.schema.ts'
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
import { NumberedPageQuery, numberedListFields, PathId } from '../../platform/http/replies/paging.schema.ts'
import { FILTER_TREE_REF, FilterTree } from '../filters/filters.schema.ts'
import { PLAN_RULES, planFields, planRecord } from './campaign-plan.schema.ts'
import { PreviewText } from '../templates/templates.schema.ts'
import { CampaignUtm, UTM_DESCRIPTION } from '../delivery/content/utm.schema.ts'
import { CampaignFigures } from './statistics/figures.schema.ts'

// As much as a template has.
const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 500
const LONGEST_SUBJECT = 998
const LONGEST_SENDER_NAME = 100

export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

export const CampaignStatus = z.enum(CAMPAIGN_STATUSES)

const AudienceType = z
  .enum(['ALL', 'SEGMENT', 'FILTERED'])
  .describe(
    'ALL: every subscribed contact. SEGMENT: those of a segment. FILTERED: those that match a filter. Never contacts that are unsubscribed or suppressed.',
  )

/** Forms send an empty text where no segment is chosen. */
const SegmentKey = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(PathId.nullable())

const fields = {
  name: lineUpTo(LONGEST_NAME).trim().min(1, 'must not be empty'),
  description: textUpTo(LONGEST_DESCRIPTION).nullable(),
  subject: lineUpTo(LONGEST_SUBJECT).min(1, 'must not be empty').describe('With Liquid.'),
  previewText: PreviewText.nullable(),
  body: bytesUpTo(MEGABYTE)
    .min(1, 'must not be empty')
    .describe('HTML, or MJML when it begins with <mjml>; with Liquid. At most 1 MB.'),
  from: withoutLiquid(EmailField).describe('The sender, whose domain must be verified.'),
  fromName: lineUpTo(LONGEST_SENDER_NAME)
    .trim()
    .nullable()
    .describe('Name of the sender, shown beside the address, with Liquid.'),
  replyTo: withoutLiquid(EmailField)
    .nullable()
    .describe('Where replies go; without it, to the sender. POST /v1/send calls it `reply`, as Plunk does.'),
  utm: CampaignUtm.nullable().describe(UTM_DESCRIPTION),
  audienceType: AudienceType,
  segmentId: SegmentKey.nullable().describe(
    'With the audience type SEGMENT: which one. Empty counts as null.',
  ),
  audienceFilter: FilterTree.nullable().describe(
    'With the audience type FILTERED: whom it selects. The same form as the `filters` of a segment, named after audienceType, which it goes with.',
  ),
  ...planFields,
}

type Audience = { audienceType?: unknown; segmentId?: unknown; audienceFilter?: unknown }

const OF_TYPE = { segmentId: 'SEGMENT', audienceFilter: 'FILTERED' } as const
type AudienceField = keyof typeof OF_TYPE

const isMissing = (field: AudienceField, audience: Audience) =>
  audience.audienceType === OF_TYPE[field] && (audience[field] ?? null) === null
const isTooMuch = (field: AudienceField, audience: Audience) =>
  AudienceType.safeParse(audience.audienceType).success &&
  audience.audienceType !== OF_TYPE[field] &&
  (audience[field] ?? null) !== null

const missing = (field: AudienceField) => `is required with the audience type ${OF_TYPE[field]}`
const tooMuch = (field: AudienceField) => `must be left out unless the audience type is ${OF_TYPE[field]}`

type AudienceProblem = { field: AudienceField; message: string; code: 'required' | 'custom' }

/** What does not fit together in an audience, for a change that has been laid over what was there before. */
export function audienceProblems(audience: Audience): AudienceProblem[] {
  return (['segmentId', 'audienceFilter'] as const).flatMap((field): AudienceProblem[] => {
    if (isMissing(field, audience)) return [{ field, message: missing(field), code: 'required' }]
    return isTooMuch(field, audience) ? [{ field, message: tooMuch(field), code: 'custom' }] : []
  })
}

/** What does not fit together in how it is sent, for a change that has been laid over what was there before. */
export const planProblems = (plan: object) => PLAN_RULES.filter(({ isBroken }) => isBroken(plan))

const isThere = (field: AudienceField) => ({
  path: [field],
  error: missing(field),
  params: { code: 'required' },
  when: whenObject,
})
const isLeftOut = (field: AudienceField) => ({ path: [field], error: tooMuch(field), when: whenObject })

const CampaignFields = z
  .object({
    ...fields,
    description: fields.description.default(null),
    previewText: fields.previewText.default(null),
    fromName: fields.fromName.default(null),
    utm: fields.utm.default(null),
    replyTo: fields.replyTo.default(null),
    segmentId: fields.segmentId.default(null),
    audienceFilter: fields.audienceFilter.default(null),
    ratePerMinute: fields.ratePerMinute.default(null),
    sendAtLocalTime: fields.sendAtLocalTime.default(null),
    canary: fields.canary.default(null),
    variants: fields.variants.default(null),
    test: fields.test.default(null),
  })
  .refine((given) => !isMissing('segmentId', given), isThere('segmentId'))
  .refine((given) => !isTooMuch('segmentId', given), isLeftOut('segmentId'))
  .refine((given) => !isMissing('audienceFilter', given), isThere('audienceFilter'))
  .refine((given) => !isTooMuch('audienceFilter', given), isLeftOut('audienceFilter'))

export const CampaignCreate = PLAN_RULES.reduce(
  (checked, { field, message, code, isBroken }) =>
    checked.refine((given) => !isBroken(given), {
      path: [field],
      error: message,
      params: { code },
      when: whenObject,
    }),
  CampaignFields,
).meta({ id: 'CampaignCreate' })

export const CampaignPatch = z
  .object({
    ...fields,
    ifUpdatedAt: Instant.describe(
      'Saves only if `updatedAt` of the campaign is still this; otherwise 409, so that nobody overwrites what somebody else has saved meanwhile.',
    ),
  })
  .partial()
  .meta({ id: 'CampaignPatch' })

export const VARIANT_NAMES = ['A', 'B', 'C', 'D'] as const
export const VariantName = z.enum(VARIANT_NAMES)

const record = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  previewText: z.string().nullable(),
  type: AudienceType,
  status: CampaignStatus,
  scheduledAt: z.iso.datetime().nullable().describe('When it will start, or was meant to.'),
  scheduledOffset: z
    .string()
    .nullable()
    .describe('The offset that scheduledFor was written with, such as +02:00.'),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  utm: CampaignUtm.nullable(),
  audienceType: AudienceType,
  segmentId: z.string().nullable(),
  audienceFilter: z
    .unknown()
    .meta({ anyOf: [FILTER_TREE_REF, { type: 'null' }] })
    .describe('The filter as it was given; null without one.'),
  recipientCount: z
    .int()
    .nullable()
    .describe('How many recipients it has; null until they are fixed, soon after it starts.'),
  ...planRecord,
  waitingUntil: z.iso
    .datetime()
    .nullable()
    .describe('Until then the rest waits for the canary, or for the readers of the sample.'),
  winner: VariantName.nullable().describe('The variant that the rest gets; null until it is decided.'),
  paused: z.boolean(),
  pauseReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  leavesAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Nothing leaves before this; until then cancel returns the campaign to DRAFT. null until it starts.',
    ),
  sentAt: z.iso.datetime().nullable().describe('When the last email had left or been given up.'),
  cancelledAt: z.iso.datetime().nullable(),
}

/** What lists show; a body may have a megabyte. */
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
    body: z.string().describe('As it was written.'),
    variants: z
      .array(z.object({ subject: z.string().nullable(), body: z.string().nullable() }))
      .nullable()
      .describe('B to D; null where it is that of the campaign itself, A.'),
  })
  .meta({ id: 'Campaign' })

export const CampaignAnswer = z
  .object({ success: z.literal(true), data: Campaign })
  .meta({ id: 'CampaignAnswer' })

export const CampaignList = z
  .object({ campaigns: z.array(CampaignSummary), ...numberedListFields })
  .meta({ id: 'CampaignList' })

export const CampaignListQuery = NumberedPageQuery.extend({
  status: CampaignStatus.optional().describe('Only campaigns in this state.'),
})

// Long enough to notice a mistake and press cancel.
const LONGEST_DELAY_SECONDS = 60

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

/** The instant, and the offset that it was written with: people plan in their own time. */
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
    scheduledFor: ScheduledFor.nullish().describe('When to start, in the future. Without it: now.'),
    delaySeconds: z
      .int()
      .min(0, 'must be at least 0')
      .max(LONGEST_DELAY_SECONDS, `must be at most ${LONGEST_DELAY_SECONDS}`)
      .nullish()
      .describe('Nothing leaves before so many seconds; until then cancel returns the campaign to DRAFT.'),
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

// Colleagues who look at a draft, not a list.
const MOST_TESTS = 5

export const CampaignTest = z
  .object({
    email: EmailField.nullish().describe('One address.'),
    emails: z
      .array(EmailField)
      .min(1, 'must have at least one address')
      .max(MOST_TESTS, `must have at most ${MOST_TESTS} addresses`)
      .nullish()
      .describe(`Up to ${MOST_TESTS} addresses.`),
  })
  .refine(({ email, emails }) => (email ?? null) !== null || (emails ?? null) !== null, {
    path: ['email'],
    error: 'is required, or emails with up to five addresses',
    params: { code: 'required' },
    when: whenObject,
  })
  .refine(({ email, emails }) => (email ?? null) === null || (emails ?? null) === null, {
    path: ['emails'],
    error: 'must be left out when email is given',
    when: whenObject,
  })
  .meta({ id: 'CampaignTest' })

export const CampaignTested = z
  .object({
    success: z.literal(true),
    data: z.object({
      emails: z.array(
        z.object({
          email: z.string(),
          emailId: z.string().describe('For GET /emails/{id}.'),
          status: z
            .enum(['QUEUED', 'SUPPRESSED'])
            .describe('SUPPRESSED: the address is on the suppression list, so it gets nothing.'),
          reason: z
            .enum(['hard_bounce', 'complaint', 'manual', 'soft_bounces'])
            .optional()
            .describe('Why the address is suppressed.'),
        }),
      ),
    }),
  })
  .meta({ id: 'CampaignTested' })

/** 200 without a body. */
export const Empty = z.undefined().describe('No body')

/** Of the job of a campaign. */
export const CampaignPayload = z.object({ projectId: z.string(), campaignId: z.string() })
