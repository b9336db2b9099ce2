import { z } from 'zod'
import { Instant } from '../../platform/schemas/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { ContactData, TopicChoices } from '../contacts/contacts.schema.ts'
import { TrackableName } from '../events/event-name.schema.ts'

export const TrackRequest = z
  .object({
    email: EmailField.describe('Address of the contact. The contact is created if it does not exist.'),
    event: TrackableName,
    subscribed: z
      .boolean()
      .optional()
      .describe(
        'Default: true for a new contact, unchanged for an existing one. With a public key, true never resubscribes someone who unsubscribed; and if the project has `publicTracking: append`, existing contacts do not change.',
      ),
    topics: TopicChoices.default({}).describe(
      'Choices by the keys of topics: true joins the topic, false leaves it, and null forgets the choice. With a public key, true takes effect only for new contacts and those who were never asked, and never for a topic that the contact has left; and only topics with `isPublic` exist.',
    ),
    data: ContactData.default({}).describe(
      'Stored on the event and merged into the data of the contact, one level deep; null deletes a key of the contact. A value written as {"value": …, "persistent": false} is stored on the event only. With a public key, and if the project has `publicTracking: append`, keys that the contact already has keep their values.',
    ),
    occurredAt: Instant.optional().describe('When the event happened, at most 30 days ago. Default: now.'),
    id: z
      .string()
      .min(1, 'must not be empty')
      .max(255, 'must have at most 255 characters')
      .optional()
      .describe(
        'Your own id of the event. A second request with the same id within 7 days records nothing and returns the first result.',
      ),
  })
  .meta({ id: 'TrackRequest' })

export const TrackAnswer = z
  .object({
    success: z.literal(true),
    data: z.object({
      contact: z.string().describe('Id of the contact.'),
      event: z.string().describe('Id of the event.'),
      timestamp: z.iso.datetime().describe('When the event happened.'),
    }),
  })
  .meta({ id: 'TrackAnswer' })
