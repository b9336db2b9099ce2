import type { CheckState } from '../../api/connections/checks.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { checkTexts as texts } from './checks.texts.ts'

const TONES: Record<CheckState, Tone> = {
  good: 'good',
  warning: 'warn',
  failed: 'bad',
  unknown: 'info',
  'not-applicable': 'neutral',
}

export const CheckStateBadge = ({ state }: { state: CheckState }) => (
  <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
)
