import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, MailX, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import {
  campaignQuery,
  cancelCampaign,
  createCampaign,
  pauseCampaign,
  resumeCampaign,
} from '../../../api/campaigns.ts'
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
import { report } from './report.texts.ts'

const { actions: texts } = report
const { calls } = campaigns

const ACTIONS = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign }
type Action = keyof typeof ACTIONS
const DONE = { pause: texts.paused, resume: texts.resumed, cancel: texts.cancelled }

export function ReportActions({ campaign, queued }: { campaign: Campaign; queued: number }) {
  const { may } = useProject()
  const isSending = campaign.status === 'SENDING'
  return (
    <>
      {may('member') && isSending && <SendingActions campaign={campaign} queued={queued} />}
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

function SendingActions({ campaign, queued }: { campaign: Campaign; queued: number }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const run = useMutation({
    mutationFn: (action: Action) => ACTIONS[action](api, campaign.id),
    onSuccess: async (now, action) => {
      toast.good(DONE[action])
      setIsConfirming(false)
      queryClient.setQueryData(campaignQuery(api, campaign.id).queryKey, now)
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/campaigns'] })
    },
    onError: (error) => toast.error(error),
  })
  const toggle: Action = campaign.paused ? 'resume' : 'pause'
  return (
    <>
      <Button
        icon={campaign.paused ? <Play /> : <Pause />}
        isBusy={run.isPending && run.variables === toggle}
        onClick={() => run.mutate(toggle)}
      >
        {texts[toggle]}
      </Button>
      <Button look="danger" icon={<Ban />} onClick={() => setIsConfirming(true)}>
        {texts.cancel}
      </Button>
      <Dialog
        title={texts.cancelTitle}
        description={texts.cancelText(queued)}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
      >
        <DialogActions>
          <Button onClick={() => setIsConfirming(false)}>{texts.keep}</Button>
          <Button look="destroy" isBusy={run.isPending} onClick={() => run.mutate('cancel')}>
            {texts.confirmCancel}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

// The limit of the API.
const MAX_NAME = 100
const SUFFIX = ' (not opened)'

/** A copy for recipients who have not opened it. Opens by machines do not count. */
function campaignToNonOpeners(campaign: Campaign): Parameters<typeof createCampaign>[1] {
  const { id: campaignId, subject, body, previewText, from, fromName, replyTo, utm, ratePerMinute } = campaign
  return {
    name: campaign.name.slice(0, MAX_NAME - SUFFIX.length) + SUFFIX,
    subject,
    body,
    previewText,
    from,
    fromName,
    replyTo,
    utm,
    ratePerMinute,
    audienceType: 'FILTERED',
    audienceFilter: {
      operator: 'AND',
      conditions: [
        { field: 'emailActivity.sent', operator: 'triggered', campaignId },
        { field: 'emailActivity.opened', operator: 'notTriggered', campaignId },
      ],
    },
  }
}

function NotOpenedItem({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const { open, refresh } = useCampaignActions(campaign)
  const create = useMutation({
    mutationFn: () => createCampaign(api, campaignToNonOpeners(campaign)),
    onSuccess: async ({ id }) => {
      await open(id)
      toast.good(texts.notOpenedMade)
      await refresh()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <MenuItem icon={<MailX />} onClick={() => create.mutate()}>
      {texts.notOpened}
    </MenuItem>
  )
}
