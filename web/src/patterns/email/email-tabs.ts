// Values that addresses may hold; apart from what shows them, which is loaded with its page.
import type { EmailStatus } from '../../api/emails.ts'

export const EMAIL_TABS = ['html', 'text', 'headers', 'source', 'attachments'] as const
export type EmailTab = (typeof EMAIL_TABS)[number]

export const EMAIL_STATUSES = [
  'QUEUED',
  'SCHEDULED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'DEFERRED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'CANCELLED',
] as const satisfies readonly EmailStatus[]
