import type { CampaignStatus, CampaignSummary } from '../../api/sending/campaigns.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { campaigns as texts } from './campaigns.texts.ts'

const TONES: Record<CampaignStatus, Tone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'info',
  SENDING: 'accent',
  SENT: 'good',
  CANCELLED: 'warn',
}

export function CampaignStatusBadge({ campaign }: { campaign: Pick<CampaignSummary, 'status' | 'paused'> }) {
  if (campaign.paused) return <Badge tone="warn">{texts.paused}</Badge>
  return <Badge tone={TONES[campaign.status]}>{texts.statuses[campaign.status]}</Badge>
}
