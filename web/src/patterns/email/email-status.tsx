import type { Email, EmailStatus } from '../../api/sending/emails.ts'
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

type EmailStatusBadgeProps = { status: EmailStatus; heldFor?: Email['heldFor'] | undefined }

export function EmailStatusBadge({ status, heldFor = null }: EmailStatusBadgeProps) {
  if (heldFor === null) return <Badge tone={TONES[status]}>{emailTexts.statuses[status]}</Badge>
  return (
    <Badge tone="warn">
      <span title={emailTexts.heldFor[heldFor]}>{emailTexts.held}</span>
    </Badge>
  )
}
