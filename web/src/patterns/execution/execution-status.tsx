import type { ExecutionStatus } from '../../api/sending/workflows.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { executionTexts as texts } from './execution.texts.ts'

const TONES: Record<ExecutionStatus, Tone> = {
  RUNNING: 'info',
  WAITING: 'info',
  COMPLETED: 'good',
  EXITED: 'neutral',
  FAILED: 'bad',
  CANCELLED: 'neutral',
}

export const ExecutionStatusBadge = ({ status }: { status: ExecutionStatus }) => (
  <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
)
