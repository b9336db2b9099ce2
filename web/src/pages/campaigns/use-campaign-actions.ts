import { deleteCampaign, duplicateCampaign } from '../../api/campaigns.ts'
import type { CampaignSummary } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { recordTexts } from '../../patterns/record/record.texts.ts'
import { useRecordActions } from '../../patterns/record/use-record-actions.ts'

export function useCampaignActions({ id, name }: Pick<CampaignSummary, 'id' | 'name'>) {
  const { api } = useProject()
  return useRecordActions({
    kind: 'campaign',
    id,
    duplicate: () => duplicateCampaign(api, id),
    remove: () => deleteCampaign(api, id),
    deleted: recordTexts.deleted(name),
  })
}
