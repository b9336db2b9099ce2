// Domains, audiences and contacts as the API of Resend has them. An audience is a static segment of Lettermill.
import { z } from 'zod'
import { listUpTo, recordUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { LONGEST_NAME } from '../door-limits.values.ts'

const LONGEST_ADDRESS = 320
const LONGEST_VALUE = 2_000
const MOST_PROPERTIES = 100
const MOST_SEGMENTS = 10

/** The cursors of Resend are ids of records, which Lettermill cannot continue from. */
export const ResendListQuery = z.object({
  limit: textUpTo(3)
    .regex(/^([1-9]\d?|100)$/, 'must be 1 to 100')
    .optional()
    .describe('The largest number of records, 1 to 100. Default: 20. There are no further pages.'),
})

export const ContactParams = z.object({
  id: textUpTo(LONGEST_ADDRESS).describe('Id or address of the contact.'),
})

export const AudienceContactParams = ContactParams.extend({
  audience: textUpTo(LONGEST_NAME).describe('Id of the segment.'),
})

export const ContactSegmentParams = ContactParams.extend({
  segment: textUpTo(LONGEST_NAME).describe('Id of a static segment.'),
})

const has_more = z
  .boolean()
  .describe('Whether there are more; GET of the API of Lettermill lists all of them.')
const object = z.literal('list')

export const ResendDomainCreate = z
  .object({ name: textUpTo(LONGEST_NAME).describe('The domain, such as mail.shop.example.') })
  .meta({ id: 'ResendDomainCreate' })

const Domain = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'verified', 'failed']),
  created_at: z.string(),
  region: z.null().describe('A server of Lettermill has no regions.'),
  capabilities: z.object({ sending: z.literal('enabled'), receiving: z.literal('disabled') }),
})

const DomainRecord = z.object({
  record: z.string().describe('The purpose, such as DKIM.'),
  name: z.string(),
  type: z.string(),
  value: z.string(),
  ttl: z.string().describe('Seconds.'),
  status: z.enum(['pending', 'verified', 'failed']),
  priority: z.int().optional(),
})

export const ResendDomain = Domain.extend({
  object: z.literal('domain'),
  records: z.array(DomainRecord),
}).meta({ id: 'ResendDomain' })

export const ResendDomainList = z
  .object({ object, data: z.array(Domain), has_more })
  .meta({ id: 'ResendDomainList' })

export const ResendDomainChanged = z
  .object({ object: z.literal('domain'), id: z.string(), deleted: z.literal(true).optional() })
  .meta({ id: 'ResendDomainChanged' })

export const ResendAudienceCreate = z
  .object({ name: textUpTo(LONGEST_NAME).min(1, 'must not be empty') })
  .meta({ id: 'ResendAudienceCreate' })

const Audience = z.object({ id: z.string(), name: z.string(), created_at: z.string() })
const kind = z.enum(['audience', 'segment'])

export const ResendAudience = Audience.extend({ object: kind }).meta({ id: 'ResendAudience' })

export const ResendAudienceList = z
  .object({ object, data: z.array(Audience), has_more })
  .meta({ id: 'ResendAudienceList' })

export const ResendAudienceDeleted = z
  .object({ object: kind, id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'ResendAudienceDeleted' })

const person = {
  unsubscribed: z
    .boolean()
    .optional()
    .describe(
      'The opposite of `subscribed`. Default: false for a new contact, unchanged for an existing one.',
    ),
  first_name: textUpTo(LONGEST_VALUE).nullish().describe('`data.firstName` in Lettermill; null removes it.'),
  last_name: textUpTo(LONGEST_VALUE).nullish().describe('`data.lastName` in Lettermill; null removes it.'),
  properties: recordUpTo(MOST_PROPERTIES, z.union([textUpTo(LONGEST_VALUE), z.number()]).nullable())
    .optional()
    .describe('Fields of `data` in Lettermill; null removes one.'),
}

const newPerson = { email: textUpTo(LONGEST_ADDRESS).describe('The address.'), ...person }

export const ResendAudienceMember = z.object(newPerson).meta({ id: 'ResendAudienceMember' })

export const ResendContactCreate = z
  .object({
    ...newPerson,
    segments: listUpTo(MOST_SEGMENTS, z.object({ id: textUpTo(LONGEST_NAME) }))
      .optional()
      .describe('Static segments that the contact joins.'),
  })
  .meta({ id: 'ResendContactCreate' })
export type ResendContactCreate = z.output<typeof ResendContactCreate>

export const ResendContactPatch = z.object(person).meta({ id: 'ResendContactPatch' })
export type ResendContactPatch = z.output<typeof ResendContactPatch>

const Contact = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: z.string(),
  unsubscribed: z.boolean(),
})

export const ResendContact = Contact.extend({
  object: z.literal('contact'),
  properties: z.record(z.string(), z.unknown()).describe('All data of the contact.'),
}).meta({ id: 'ResendContact' })

export const ResendContactList = z
  .object({ object, data: z.array(Contact), has_more })
  .meta({ id: 'ResendContactList' })

export const ResendContactChanged = z
  .object({ object: z.literal('contact'), id: z.string() })
  .meta({ id: 'ResendContactChanged' })

export const ResendContactDeleted = z
  .object({ object: z.literal('contact'), contact: z.string(), deleted: z.literal(true) })
  .meta({ id: 'ResendContactDeleted' })

const ContactId = z.string().describe('Id of the contact.')

export const ResendMembership = z.object({ id: ContactId }).meta({ id: 'ResendMembership' })

export const ResendMembershipDeleted = z
  .object({ id: ContactId, audienceId: z.string().describe('Id of the segment.'), deleted: z.literal(true) })
  .meta({ id: 'ResendMembershipDeleted' })
