import { useEffect, useState } from 'react'
import { campaignQuery, cancelCampaign } from '../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../api/sending/campaigns.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { undoSeconds } from '../undo-time.ts'
import { report } from './report.texts.ts'

const { undo: texts } = report

const TICK_MS = 250

/** For some seconds after "Send", before any email leaves. */
export function UndoBar({ campaign }: { campaign: Campaign }) {
  const { api, may } = useProject()
  const seconds = useSecondsLeft(campaign)
  const undo = useChange({
    call: () => cancelCampaign(api, campaign.id),
    record: campaignQuery(api, campaign.id),
    refreshes: ['/campaigns'],
    onSuccess: ({ status }) =>
      status === 'DRAFT' ? toast.good(texts.undone) : toast.error(new Error(texts.late)),
  })
  if (seconds === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-5 py-2.5 text-sm text-accent-text">
      <p role="timer" className="tabular min-w-0 grow font-medium">
        {texts.text(seconds)} <span className="font-normal">{texts.hint}</span>
      </p>
      {may('member') && (
        <Button look="primary" isBusy={undo.isPending} onClick={() => undo.mutate()}>
          {texts.undo}
        </Button>
      )}
    </div>
  )
}

function useSecondsLeft(campaign: Campaign): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = undoSeconds(campaign, now)
  const isCounting = seconds > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isCounting])
  return seconds
}
