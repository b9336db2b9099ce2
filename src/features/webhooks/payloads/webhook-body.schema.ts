import { z } from 'zod'
import { Email } from '../../emails/emails.schema.ts'
import { UNSTORED_EVENT_NAMES } from '../../events/event-names.schema.ts'
import { Event } from '../../events/events.schema.ts'

const envelope = {
  id: z
    .string()
    .optional()
    .describe('Id of the event. Only in a batch; otherwise the header webhook-id has it.'),
  timestamp: z.iso.datetime().describe('When it happened.'),
}

/** An event that GET /events shows. */
export const RecordedBody = z.object({ ...envelope, type: z.string(), data: Event })

/** The remains of an email whose month has been dropped by the time the event is sent. */
export const EmailReference = z
  .object({ id: z.string().nullable(), contactId: z.string().nullable() })
  .meta({ id: 'EmailReference', description: 'An email that was deleted before its event was sent.' })

/** The progress of an email, which is not stored as an event. */
export const EmailProgressBody = z.object({
  ...envelope,
  type: z.enum(UNSTORED_EVENT_NAMES),
  data: z.union([Email, EmailReference]).describe('The email as GET /emails/{id} shows it.'),
})

export const TestBody = z.object({
  ...envelope,
  type: z.literal('webhook.test'),
  data: z.object({ webhookId: z.string(), message: z.string() }),
})

/** The body of every request, before it is put into a batch. */
export type WebhookBody =
  | z.input<typeof RecordedBody>
  | z.input<typeof EmailProgressBody>
  | z.input<typeof TestBody>
