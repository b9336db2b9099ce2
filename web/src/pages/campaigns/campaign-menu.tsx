import type { ReactNode } from 'react'
import type { CampaignSummary } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { RecordMenu } from '../../patterns/record/record-menu.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'

type CampaignMenuProps = { campaign: Pick<CampaignSummary, 'id' | 'name' | 'status'>; children?: ReactNode }

export function CampaignMenu({ campaign, children }: CampaignMenuProps) {
  const { may } = useProject()
  const actions = useCampaignActions(campaign)
  if (!may('member')) return null
  return (
    <RecordMenu name={campaign.name} actions={actions} canDelete={campaign.status === 'DRAFT'}>
      {children}
    </RecordMenu>
  )
}
