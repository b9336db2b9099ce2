import { z } from 'zod'
import { SpanEnd, SpanStart } from '../../platform/schemas/bounded.schema.ts'
import { addressSearch, listFields, PageQuery, PathId } from '../../platform/http/replies/paging.schema.ts'
import { EventName } from './event-name.schema.ts'

export const Event = z
  .object({
    id: z.string(),
    name: z.string(),
    contactId: z
      .string()
      .nullable()
      .describe(
        'null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted.',
      ),
    email: z.string().nullable().describe("The contact's address."),
    emailId: z.string().nullable().describe('Id of the email that the event is about.'),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Your data of the event, or details from Lettermill. Events recorded with a public key contain "via": "public".',
      ),
    createdAt: z.iso.datetime().describe('When it happened.'),
  })
  .meta({ id: 'Event' })

export const EventList = z.object({ events: z.array(Event), ...listFields }).meta({ id: 'EventList' })

export const ContactEventsQuery = PageQuery.extend({
  name: EventName.optional().describe('Only events with this name.'),
  from: SpanStart.optional().describe('Only events at this time or later; a day begins at 00:00 UTC.'),
  to: SpanEnd.optional().describe('Only events at this time or earlier; a day ends at 24:00 UTC.'),
})

export const EventListQuery = ContactEventsQuery.extend({
  contactId: PathId.brand<'contact'>().optional().describe('Only events of this contact.'),
  search: addressSearch.describe('Part of the address of the contact; case-insensitive.'),
})

export const EventNamesQuery = PageQuery.extend({
  limit: PageQuery.shape.limit
    .unwrap()
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: 100 })
    .describe('Names per page. Without limit and cursor all names are returned.'),
})

export const EventNames = z
  .object({
    names: z.array(z.object({ name: z.string(), count: z.int(), lastSeenAt: z.iso.datetime() })),
    eventNames: z.array(z.string()).describe('The names alone, in the order of `names`.'),
    ...listFields,
  })
  .meta({ id: 'EventNames' })

export const DeletedContacts = z.object({
  projectId: z.string().brand<'project'>(),
  contactIds: z.array(z.string().brand<'contact'>()),
})
