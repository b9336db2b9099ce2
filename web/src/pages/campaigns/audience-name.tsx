import { useQuery } from '@tanstack/react-query'
import type { CampaignSummary } from '../../api/sending/campaigns.ts'
import { segmentQuery } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { campaigns as texts } from './campaigns.texts.ts'

/** The segment may have been deleted since. */
export function AudienceName({ fields }: { fields: Pick<CampaignSummary, 'audienceType' | 'segmentId'> }) {
  const { api } = useProject()
  const { audienceType, segmentId } = fields
  const { data, isError } = useQuery({
    ...segmentQuery(api, segmentId ?? ''),
    enabled: segmentId !== null,
    retry: false,
  })
  if (audienceType === 'ALL') return texts.audience.everybody
  if (audienceType === 'FILTERED') return texts.audience.filter
  return isError ? texts.audience.goneSegment : texts.audience.segment(data?.name ?? '…')
}
