import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
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
        'Default: true for a new contact, unchanged for an existing one. With a public key, true never resubscribes someone who unsubscribed: they are sent a link to confirm; so is everyone who is not subscribed if the project has `doubleOptIn`, and then the default for a new contact is NEVER_ASKED. If the project has `publicTracking: append`, existing contacts do not change.',
      ),
    topics: TopicChoices.default({}).describe(
      'Choices by the keys of topics: true joins the topic, false leaves it, and null forgets the choice. With a public key, true takes effect at once only for new contacts and those who were never asked; others are sent a link to confirm. Only topics with `isPublic` exist for a public key.',
    ),
    confirm: z
      .boolean()
      .default(false)
      .describe(
        'true: a contact that is not subscribed becomes PENDING and is sent a link to confirm, also with a secret key; topics that are true wait for it, too.',
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
  .refine(
    ({ confirm, subscribed }) => !confirm || subscribed !== false,
    ruleAt('confirm', 'must be omitted with `subscribed: false`: leaving needs no confirmation'),
  )
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
