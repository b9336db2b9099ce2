import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { campaignQuery, chooseWinner } from '../../../api/sending/campaigns.ts'
import type { Campaign, Statistics } from '../../../api/sending/campaigns.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { report } from './report.texts.ts'

const { test: texts } = report

type Variant = Statistics['variants'][number]['variant']

/** Whether the API would take a choice: the recipients are selected, and the test is not decided. */
export const canChoose = ({ status, recipientCount, winner, test }: Campaign): boolean =>
  status === 'SENDING' && recipientCount !== null && winner === null && test !== null

type ChooseWinnerProps = { campaign: Campaign; variant: Variant; queued: number }

export function ChooseWinner({ campaign, variant, queued }: ChooseWinnerProps) {
  const { api } = useProject()
  const [isConfirming, setIsConfirming] = useState(false)
  const choose = useChange({
    call: () => chooseWinner(api, campaign.id, { variant }),
    record: campaignQuery(api, campaign.id),
    done: texts.chosen(variant),
    refreshes: ['/campaigns'],
    onSuccess: () => setIsConfirming(false),
  })
  return (
    <>
      <Button size="small" icon={<Trophy />} onClick={() => setIsConfirming(true)}>
        {texts.choose(variant)}
      </Button>
      <ConfirmDialog
        title={texts.chooseTitle(variant)}
        description={texts.chooseText(queued, variant)}
        cancel={texts.keepTesting}
        submit={texts.confirmChoice(variant)}
        isOpen={isConfirming}
        isBusy={choose.isPending}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => choose.mutate()}
      />
    </>
  )
}
