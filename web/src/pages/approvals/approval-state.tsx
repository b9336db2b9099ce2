import type { Approval } from '../../api/sending/approvals.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { approvalTexts as texts } from './approvals.texts.ts'

const TONES: Record<Approval['state'], Tone> = {
  WAITING: 'warn',
  APPROVED: 'good',
  REJECTED: 'neutral',
  FAILED: 'bad',
  EXPIRED: 'neutral',
}

export const ApprovalState = ({ state }: Pick<Approval, 'state'>) => (
  <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
)
