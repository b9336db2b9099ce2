import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CampaignSummary } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { campaigns as texts } from './campaigns.texts.ts'
import { useCampaignActions } from './use-campaign-actions.ts'

type CampaignMenuProps = { campaign: Pick<CampaignSummary, 'id' | 'name' | 'status'>; children?: ReactNode }

/** In the list and on the page of the campaign, which adds its own entries. */
export function CampaignMenu({ campaign, children }: CampaignMenuProps) {
  const { may } = useProject()
  const { duplicate, remove } = useCampaignActions(campaign)
  if (!may('member')) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={texts.more(campaign.name)}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy />} onClick={() => duplicate.mutate()}>
        {texts.duplicate}
      </MenuItem>
      {children}
      {campaign.status === 'DRAFT' && (
        <MenuItem icon={<Trash2 />} isDangerous onClick={remove}>
          {texts.delete}
        </MenuItem>
      )}
    </Menu>
  )
}
