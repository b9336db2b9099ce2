import { z } from 'zod'
import { Instant } from '../../platform/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { ContactData } from '../contacts/contacts.schema.ts'
import { TrackableName } from '../events/event-name.schema.ts'

export const TrackRequest = z
  .object({
    email: EmailField.describe('Address of the contact, which is made if there is none.'),
    event: TrackableName,
    subscribed: z
      .boolean()
      .optional()
      .describe(
        'Default: true for a new contact, unchanged for an existing one. With a public key true subscribes nobody who has unsubscribed, and in a project with `publicTracking: append` existing contacts stay as they are.',
      ),
    data: ContactData.default({}).describe(
      'Stored on the event and merged into the contact, one level deep; null deletes a key there. A value written {"value": …, "persistent": false} stays on the event. With a public key in a project with `publicTracking: append`, keys that the contact already has keep their values.',
    ),
    occurredAt: Instant.optional().describe('When it happened: at most 30 days ago. Default: now.'),
    id: z
      .string()
      .min(1, 'must not be empty')
      .max(255, 'must have at most 255 characters')
      .optional()
      .describe('Your own id of the event: within 7 days a second call with it records nothing.'),
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
