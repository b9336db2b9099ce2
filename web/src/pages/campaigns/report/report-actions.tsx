import { Ban, MailX, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import {
  campaignQuery,
  cancelCampaign,
  createCampaign,
  pauseCampaign,
  resumeCampaign,
} from '../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../api/sending/campaigns.ts'
import { useRecordPages } from '../../../app/record-link.tsx'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { MenuItem } from '../../../components/overlays/menu.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { DownloadReport } from '../../../patterns/report/download-report.tsx'
import { CampaignMenu } from '../campaign-menu.tsx'
import { campaigns } from '../campaigns.texts.ts'
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
      <DownloadReport name={`campaign-${campaign.id}`} path={`/campaigns/${campaign.id}/report`} />
      <ShowAsCurl
        calls={[
          { name: calls.figures, path: `/campaigns/${campaign.id}/stats` },
          { name: calls.comparison, path: `/campaigns/${campaign.id}/comparison` },
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
  const [isConfirming, setIsConfirming] = useState(false)
  const run = useChange({
    call: (_, action: Action) => ACTIONS[action](api, campaign.id),
    record: campaignQuery(api, campaign.id),
    done: (_, action) => DONE[action],
    refreshes: ['/campaigns'],
    onSuccess: () => setIsConfirming(false),
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
      <ConfirmDialog
        title={texts.cancelTitle}
        description={texts.cancelText(queued)}
        cancel={texts.keep}
        submit={texts.confirmCancel}
        isOpen={isConfirming}
        isBusy={run.isPending}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => run.mutate('cancel')}
      />
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
  const { open } = useRecordPages()
  const create = useChange({
    call: (api) => createCampaign(api, campaignToNonOpeners(campaign)),
    done: texts.notOpenedMade,
    refreshes: ['/campaigns'],
    onSuccess: ({ id }) => open('campaign', id),
  })
  return (
    <MenuItem icon={<MailX />} onClick={() => create.mutate()}>
      {texts.notOpened}
    </MenuItem>
  )
}
