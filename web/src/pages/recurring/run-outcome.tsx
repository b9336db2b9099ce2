import type { RecurringRun } from '../../api/sending/recurring.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { recurring as texts } from './recurring.texts.ts'

const TONES = { SENT: 'good', SKIPPED: 'neutral', FAILED: 'bad' } as const

export function RunOutcome({ of: { outcome } }: { of: Pick<RecurringRun, 'outcome'> }) {
  return <Badge tone={TONES[outcome]}>{texts.outcomes[outcome]}</Badge>
}

export function RecurringState({ of: { enabled } }: { of: { enabled: boolean } }) {
  return <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? texts.states.on : texts.states.off}</Badge>
}
