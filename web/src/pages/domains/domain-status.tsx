import type { Domain, DomainRecord } from '../../api/connections/domains.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { domains as texts } from './domains.texts.ts'

const DOMAIN_TONES: Record<Domain['status'], Tone> = { PENDING: 'warn', VERIFIED: 'good', FAILED: 'bad' }

export const DomainStatus = ({ status }: Pick<Domain, 'status'>) => (
  <Badge tone={DOMAIN_TONES[status]}>{texts.statuses[status]}</Badge>
)

const RECORD_TONES: Record<DomainRecord['status'], Tone> = {
  ok: 'good',
  missing: 'warn',
  mismatch: 'bad',
  unknown: 'neutral',
  pending: 'neutral',
}

export const RecordStatus = ({ status }: Pick<DomainRecord, 'status'>) => (
  <Badge tone={RECORD_TONES[status]}>{texts.detail.statuses[status]}</Badge>
)
