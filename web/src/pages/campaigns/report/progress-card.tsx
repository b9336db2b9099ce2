import { LoaderCircle, Pause } from 'lucide-react'
import type { Campaign, Statistics } from '../../../api/sending/campaigns.ts'
import { Progress } from '../../../components/notices/progress.tsx'
import { formatCount } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { usePace } from '../../../patterns/running/use-pace.ts'
import { report } from './report.texts.ts'

const { progress: texts } = report

type ProgressProps = { campaign: Campaign; statistics: Statistics | undefined; at: number }

export function ProgressCard({ campaign, statistics, at }: ProgressProps) {
  if (campaign.recipientCount === null || !statistics) {
    return (
      <Card>
        <p role="status" className="flex items-center gap-2.5 pt-2 text-sm font-medium">
          <LoaderCircle className="size-4 animate-spin text-accent-text" aria-hidden />
          {texts.preparing}
        </p>
      </Card>
    )
  }
  return <SendingProgress campaign={campaign} statistics={statistics} at={at} />
}

type SendingProgressProps = ProgressProps & { statistics: Statistics }

function SendingProgress({ campaign, statistics: { recipients, queued, held }, at }: SendingProgressProps) {
  const done = recipients - queued
  const { rate, remaining } = usePace({ done, total: recipients }, at)
  const { paused, pauseReason, waitingUntil } = campaign
  const isSending = !paused && waitingUntil === null
  return (
    <Card>
      <h2 className="flex items-center gap-2.5 pt-2 text-sm font-semibold">
        {isSending ? (
          <LoaderCircle className="size-4 animate-spin text-accent-text" aria-hidden />
        ) : (
          <Pause className="size-4 text-warn" aria-hidden />
        )}
        {paused ? texts.paused : texts.title}
      </h2>
      <div className="pt-3">
        <Progress label={texts.label} done={done} total={recipients} />
      </div>
      <p className="tabular flex flex-wrap justify-between gap-x-4 pt-2 text-sm">
        <span>{texts.of(formatCount(done), formatCount(recipients))}</span>
        <span className="text-soft">
          {isSending && rate !== undefined && texts.rate(formatCount(rate))}
          {isSending && remaining !== undefined && ` · ${texts.remaining(remaining)}`}
        </span>
      </p>
      <p role="status" className="pt-1 text-sm text-soft">
        {paused && pauseReason}
        {!paused && waitingUntil !== null && (
          <>
            {campaign.test === null ? texts.waitingCanary : texts.waitingTest} <Time at={waitingUntil} />
          </>
        )}
        {!paused && held > 0 && `${texts.held(held)} `}
        {isSending && texts.leave}
      </p>
    </Card>
  )
}
