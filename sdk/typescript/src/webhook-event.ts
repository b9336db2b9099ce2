import type { components } from './api-types.ts'

type Schemas = components['schemas']

/** Events that are not stored: their data is the record of the email. */
type EmailProgress = 'email.queued' | 'email.sent' | 'email.delivered'

type Envelope = {
  /** Only in a batch; otherwise the header webhook-id has it. The same event has the same id when it is sent again. */
  id?: string
  /** When it happened. */
  timestamp: string
}

export type EmailProgressEvent = Envelope & { type: EmailProgress; data: Schemas['Email'] }

/** Every other event of Lettermill, and your own. `data.data` has what the event is about. */
export type RecordedEvent = Envelope & { type: string; data: Schemas['Event'] }

/** What a webhook sends. `isEmailProgress` tells the two apart. */
export type WebhookEvent = EmailProgressEvent | RecordedEvent

const PROGRESS: readonly string[] = [
  'email.queued',
  'email.sent',
  'email.delivered',
] satisfies EmailProgress[]

export const isEmailProgress = (event: WebhookEvent): event is EmailProgressEvent =>
  PROGRESS.includes(event.type)
