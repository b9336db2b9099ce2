import { useQuery } from '@tanstack/react-query'
import { preflightQuery } from '../../../../api/sending/campaigns.ts'
import { useProject } from '../../../../app/use-project.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

export function usePreflight({ base }: CampaignDraft) {
  const { api } = useProject()
  return useQuery(preflightQuery(api, base))
}
