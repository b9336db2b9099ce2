import type { EmailStatus } from '../../api/emails.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { emailTexts } from './email.texts.ts'

const TONES: Record<EmailStatus, Tone> = {
  QUEUED: 'neutral',
  SCHEDULED: 'info',
  SENDING: 'info',
  SENT: 'good',
  DELIVERED: 'good',
  DEFERRED: 'warn',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  FAILED: 'bad',
  SUPPRESSED: 'warn',
  CANCELLED: 'neutral',
}

export function EmailStatusBadge({ status }: { status: EmailStatus }) {
  return <Badge tone={TONES[status]}>{emailTexts.statuses[status]}</Badge>
}
