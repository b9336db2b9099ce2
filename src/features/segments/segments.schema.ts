import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import {
  addressSearch,
  listFields,
  PageQuery,
  PathId,
  recordListFields,
} from '../../platform/http/replies/paging.schema.ts'
import { Contact } from '../contacts/contacts.schema.ts'
import { FILTER_TREE_REF, FilterTree } from '../filters/filters.schema.ts'

// The name fits into a heading of the dashboard, the description into a paragraph below it.
const LONGEST_NAME = 200
const LONGEST_DESCRIPTION = 1000

// As many as one request can check and store in about 100 ms; longer lists should be imported.
const MOST_EMAILS = 1000

// An address has at most 254 characters. A text that is not an address is returned in `invalid`, unless it is longer than this.
const LONGEST_EMAIL = 320

const Type = z
  .enum(['DYNAMIC', 'STATIC'])
  .describe('DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added.')

const Name = textUpTo(LONGEST_NAME).min(1, 'must not be empty')
const Description = textUpTo(LONGEST_DESCRIPTION)

const Emails = z
  .array(textUpTo(LONGEST_EMAIL))
  .min(1, 'must have at least one address')
  .max(MOST_EMAILS, { error: `must have at most ${MOST_EMAILS} addresses`, abort: true })

const TrackMembership = z
  .boolean()
  .describe(
    'Whether entering and leaving are recorded as the events segment.entered and segment.left, within a minute. Contacts that are in the segment when this is switched on, or its filters are changed, cause no event.',
  )

export const Segment = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: Type,
    filters: z
      .unknown()
      .meta({ anyOf: [FILTER_TREE_REF, { type: 'null' }] })
      .describe('The filter of a dynamic segment; null for a static one.'),
    trackMembership: z.boolean(),
    memberCount: z
      .int()
      .describe(
        'Number of contacts in the segment. Exact for static and tracked ones; otherwise the last known number, 0 until there is one.',
      ),
    memberCountAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the members were last counted. null for a static or tracked segment, whose count is always exact, and until a new or changed segment has been counted.',
      ),
    memberCountError: z
      .string()
      .nullable()
      .describe('Why the members could not be counted; null if they were, or have not been counted yet.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Segment' })

export const SegmentUse = z.object({
  kind: z.enum(['campaign', 'recurring_campaign', 'workflow', 'segment']),
  id: z.string().describe('Id of the campaign, recurring campaign, workflow or segment.'),
  name: z.string(),
})

export const SegmentWithUses = Segment.extend({
  usedBy: z
    .array(SegmentUse)
    .describe(
      'Campaigns, recurring campaigns, workflows and segments that use the segment. It cannot be deleted while an unfinished campaign, an enabled recurring campaign or an enabled workflow uses it, directly or through another segment; other segments whose filters refer to it stop working.',
    ),
}).meta({ id: 'SegmentWithUses' })

export const SegmentCreate = z
  .object({
    name: Name,
    description: Description.nullish(),
    type: Type.nullish().describe(
      'DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added. Default: DYNAMIC.',
    ),
    filters: FilterTree.nullish().describe('Required for a dynamic segment; not allowed for a static one.'),
    trackMembership: TrackMembership.nullish(),
    emails: Emails.nullish().describe('Addresses of the first members of a static segment.'),
  })
  .refine(
    ({ type, filters }) => type !== 'STATIC' || !filters,
    ruleAt('filters', 'must be left out: a static segment has no filters'),
  )
  .refine(({ type, filters }) => type === 'STATIC' || filters, ruleAt('filters', 'is required', 'required'))
  .refine(
    ({ type, emails }) => type === 'STATIC' || !emails,
    ruleAt('emails', 'must be left out: only a static segment has a list of members'),
  )
  .meta({ id: 'SegmentCreate' })

export const SegmentPatch = z
  .object({
    name: Name.optional(),
    description: Description.nullable().optional(),
    filters: FilterTree.nullable()
      .optional()
      .describe('The new filters of a dynamic segment. null only for a static one, which has none.'),
    trackMembership: TrackMembership.optional(),
  })
  .meta({ id: 'SegmentPatch' })

export const SegmentList = z
  .object({ segments: z.array(SegmentWithUses), ...listFields })
  .meta({ id: 'SegmentList' })
export const SegmentListQuery = PageQuery.extend(recordListFields)

export const MemberListQuery = PageQuery.extend({
  search: addressSearch.describe('Part of the address; case-insensitive.'),
})

export const MembersAdd = z
  .object({
    emails: Emails,
    createMissing: z
      .boolean()
      .nullish()
      .describe('Whether to create contacts for unknown addresses. Default: true.'),
    subscribed: z.boolean().nullish().describe('Whether created contacts are subscribed. Default: true.'),
  })
  .meta({ id: 'MembersAdd' })

export const MembersAdded = z
  .object({
    added: z.int().describe('Number of new members.'),
    created: z.int().describe('Number of contacts that were created.'),
    alreadyMember: z.int().describe('Number of contacts that were members before.'),
    invalid: z.array(z.string()).describe('Entries that are not valid addresses.'),
    notFound: z.array(z.string()).describe('Addresses without a contact, if createMissing is false.'),
  })
  .meta({ id: 'MembersAdded' })

export const MembersRemove = z.object({ emails: Emails }).meta({ id: 'MembersRemove' })

export const MembersRemoved = z
  .object({ removed: z.int(), notFound: z.array(z.string()).describe('Addresses that were not members.') })
  .meta({ id: 'MembersRemoved' })

export const SegmentPreview = z.object({ filters: FilterTree }).meta({ id: 'SegmentPreview' })

export const SegmentPreviewed = z
  .object({
    count: z.int().describe('Number of matching contacts.'),
    sample: z.array(Contact).describe('The ten newest of them.'),
    words: z.string().describe('The filter as a sentence.'),
    tookMs: z.int().describe('Duration of the count in milliseconds.'),
  })
  .meta({ id: 'SegmentPreviewed' })

// The retention of the numbers, a year and some weeks.
const MOST_DAYS = 400

export const SegmentGrowthQuery = z.object({
  days: z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${MOST_DAYS}`)
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(MOST_DAYS, `must be at most ${MOST_DAYS}`))
    .prefault('90')
    .meta({ type: 'integer', minimum: 1, maximum: MOST_DAYS })
    .describe('Number of days, up to today.'),
})

export const SegmentGrowth = z
  .object({
    days: z
      .array(
        z.object({
          day: z.iso.date().describe('A day in UTC.'),
          members: z.int().describe('Number of contacts in the segment, as last recorded on that day.'),
        }),
      )
      .describe(
        'Oldest first. Days without a known number are left out: a dynamic segment that is not tracked only has the days on which it was counted.',
      ),
  })
  .meta({ id: 'SegmentGrowth' })

export const SegmentExplainQuery = z.object({
  contactId: PathId.brand<'contact'>().describe('Id of a contact.'),
})

const ExplainedCondition = z.object({
  path: z.string().describe('Path in the filters, such as conditions.0; empty for the whole filter.'),
  field: z.string().nullable().describe('null for a group of conditions.'),
  operator: z.string().describe('The operator of the condition or group.'),
  words: z.string().describe('The condition as a sentence.'),
  holds: z.boolean().describe('Whether it is true for this contact.'),
  actual: z
    .unknown()
    .describe(
      'The actual state of the contact: the value of a field, the number of events or emails, or whether it is in the other segment. null without a value, and for a group.',
    ),
})

export const SegmentExplained = z
  .object({
    segmentId: z.string().describe('Id of the segment.'),
    contactId: z.string().describe('Id of the contact.'),
    isMember: z.boolean().describe('Whether the contact is a member.'),
    words: z.string().nullable().describe('The filters as a sentence; null for a static segment.'),
    conditions: z
      .array(ExplainedCondition)
      .describe('The whole filter first, then each condition in order; empty for a static segment.'),
  })
  .meta({ id: 'SegmentExplained' })

export const ContactSegmentList = z
  .object({
    segments: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: Type,
          trackMembership: z.boolean(),
          since: z.iso
            .datetime()
            .nullable()
            .describe('When the contact came in; null for a dynamic segment that is not tracked.'),
        }),
      )
      .describe('The segments that the contact is in, by name.'),
    unchecked: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Segments whose filter could not be evaluated in time, or at all.'),
  })
  .meta({ id: 'ContactSegmentList' })

export const RecheckPayload = z.object({
  projectId: z.string().brand<'project'>(),
  segmentId: z.string().brand<'segment'>(),
})
