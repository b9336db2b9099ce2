import type { ReactNode } from 'react'
import { deleteCampaign, duplicateCampaign } from '../../api/sending/campaigns.ts'
import type { CampaignSummary } from '../../api/sending/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { RecordMenu } from '../../patterns/record/record-menu.tsx'
import { recordTexts } from '../../patterns/record/record.texts.ts'
import { useRecordActions } from '../../patterns/record/use-record-actions.ts'

type CampaignMenuProps = { campaign: Pick<CampaignSummary, 'id' | 'name' | 'status'>; children?: ReactNode }

export function CampaignMenu({ campaign: { id, name, status }, children }: CampaignMenuProps) {
  const { may } = useProject()
  const actions = useRecordActions({
    kind: 'campaign',
    id,
    duplicate: (api) => duplicateCampaign(api, id),
    remove: (api) => deleteCampaign(api, id),
    deleted: recordTexts.deleted(name),
  })
  if (!may('member')) return null
  return (
    <RecordMenu name={name} actions={actions} canDelete={status === 'DRAFT'}>
      {children}
    </RecordMenu>
  )
}
