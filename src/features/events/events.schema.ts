import { z } from 'zod'
import { Instant } from '../../platform/bounded.schema.ts'
import { listFields, PageQuery, PathId } from '../../platform/http/replies/paging.schema.ts'
import { EventName } from './event-name.schema.ts'

export const Event = z
  .object({
    id: z.string(),
    name: z.string(),
    contactId: z
      .string()
      .nullable()
      .describe(
        'null where an email went to an address that is no contact (cc, bcc), or to one that was deleted before.',
      ),
    email: z.string().nullable().describe("The contact's address."),
    emailId: z.string().nullable().describe('The mail that it is about.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('What the caller sent, or details of the service. Via a public key it holds via: "public".'),
    createdAt: z.iso.datetime().describe('When it happened.'),
  })
  .meta({ id: 'Event' })

export const EventList = z.object({ events: z.array(Event), ...listFields }).meta({ id: 'EventList' })

export const ContactEventsQuery = PageQuery.extend({
  name: EventName.optional().describe('Only events of this name.'),
  from: Instant.optional().describe('Only events of this time or later.'),
  to: Instant.optional().describe('Only events of this time or earlier.'),
})

export const EventListQuery = ContactEventsQuery.extend({
  contactId: PathId.optional().describe('Only events of this contact.'),
})

export const EventNames = z
  .object({
    names: z.array(z.object({ name: z.string(), count: z.int(), lastSeenAt: z.iso.datetime() })),
    eventNames: z.array(z.string()).describe('The names alone.'),
  })
  .meta({ id: 'EventNames' })

/** Whose events are deleted. */
export const DeletedContacts = z.object({ projectId: z.string(), contactIds: z.array(z.string()) })
