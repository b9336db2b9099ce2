import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, MailX, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { campaignQuery, createCampaign, runCampaignAction } from '../../../api/campaigns.ts'
import type { Campaign } from '../../../api/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { MenuItem } from '../../../components/overlays/menu.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { CampaignMenu } from '../campaign-menu.tsx'
import { campaigns } from '../campaigns.texts.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'
import { campaignToOthers } from './not-opened.ts'
import { report } from './report.texts.ts'

const { actions: texts } = report
const { calls } = campaigns

type Action = 'pause' | 'resume' | 'cancel'
const DONE = { pause: texts.paused, resume: texts.resumed, cancel: texts.cancelled }

export function ReportActions({ campaign, queued }: { campaign: Campaign; queued: number }) {
  const { may } = useProject()
  const isSending = campaign.status === 'SENDING'
  return (
    <>
      {may('member') && isSending && <Steering campaign={campaign} queued={queued} />}
      <ShowAsCurl
        calls={[
          { name: calls.figures, path: `/campaigns/${campaign.id}/stats` },
          { name: calls.providers, path: `/campaigns/${campaign.id}/breakdown` },
        ]}
      />
      <CampaignMenu campaign={campaign}>
        <NotOpenedItem campaign={campaign} />
      </CampaignMenu>
    </>
  )
}

function Steering({ campaign, queued }: { campaign: Campaign; queued: number }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const steer = useMutation({
    mutationFn: (action: Action) => runCampaignAction(api, campaign.id, action),
    onSuccess: async (now, action) => {
      toast.good(DONE[action])
      setIsAsking(false)
      queryClient.setQueryData(campaignQuery(api, campaign.id).queryKey, now)
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/campaigns'] })
    },
    onError: (error) => toast.error(error),
  })
  const other: Action = campaign.paused ? 'resume' : 'pause'
  return (
    <>
      <Button
        icon={campaign.paused ? <Play /> : <Pause />}
        isBusy={steer.isPending && steer.variables === other}
        onClick={() => steer.mutate(other)}
      >
        {texts[other]}
      </Button>
      <Button look="danger" icon={<Ban />} onClick={() => setIsAsking(true)}>
        {texts.cancel}
      </Button>
      <Dialog
        title={texts.cancelTitle}
        description={texts.cancelText(queued)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>{texts.keep}</Button>
          <Button look="destroy" isBusy={steer.isPending} onClick={() => steer.mutate('cancel')}>
            {texts.confirmCancel}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function NotOpenedItem({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const { open, refresh } = useCampaignActions(campaign)
  const make = useMutation({
    mutationFn: () => createCampaign(api, campaignToOthers(campaign)),
    onSuccess: async ({ id }) => {
      await open(id)
      toast.good(texts.notOpenedMade)
      await refresh()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <MenuItem icon={<MailX />} onClick={() => make.mutate()}>
      {texts.notOpened}
    </MenuItem>
  )
}
