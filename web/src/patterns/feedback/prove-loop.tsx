import { CheckCheck, CircleAlert, Clock, Repeat } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { feedbackQuery, proveFeedback } from '../../api/connections/feedback.ts'
import type { FeedbackPath, FeedbackProbe, TransportFeedback } from '../../api/connections/feedback.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Time } from '../../format/time.tsx'
import { feedbackTexts } from './feedback.texts.ts'

const texts = feedbackTexts.proving

type ProveLoopProps = { path: FeedbackPath; feedback: Pick<TransportFeedback, 'probes'> }

/** Sends emails whose reports show that the provider is set up; the card is polled, so each report appears by itself. */
export function ProveLoop({ path, feedback: { probes } }: ProveLoopProps) {
  const { api } = useProject()
  const prove = useChange({
    call: () => proveFeedback(api, path),
    record: feedbackQuery(api, path),
    showsError: true,
  })
  return (
    <section className="mt-4 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{texts.title}</h3>
        <Button size="small" icon={<Repeat />} isBusy={prove.isPending} onClick={() => prove.mutate()}>
          {probes.length === 0 ? texts.button : texts.again}
        </Button>
      </div>
      <p className="mt-1 text-xs text-soft">{texts.text}</p>
      {prove.isError && (
        <div className="mt-3">
          <ErrorNotice error={prove.error} />
        </div>
      )}
      {probes.length > 0 && (
        <ul aria-label={texts.list} className="mt-2 divide-y divide-line text-sm">
          {probes.map((probe) => (
            <Probe key={probe.kind} probe={probe} />
          ))}
        </ul>
      )}
    </section>
  )
}

const LOOKS: Record<FeedbackProbe['state'], { icon: LucideIcon; tone: string }> = {
  waiting: { icon: Clock, tone: 'text-soft' },
  accepted: { icon: Clock, tone: 'text-soft' },
  reported: { icon: CheckCheck, tone: 'text-good' },
  failed: { icon: CircleAlert, tone: 'text-bad' },
}

function Probe({ probe: { kind, to, state, reportedAt, nextStep } }: { probe: FeedbackProbe }) {
  const { icon: Icon, tone } = LOOKS[state]
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon className={classes('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{texts.kinds[kind]}</span>
          <span className={tone}>
            {texts.states[state]} {reportedAt !== null && <Time at={reportedAt} />}
          </span>
        </p>
        <p className="text-xs break-all text-soft">{to}</p>
        {nextStep !== null && <p className="mt-0.5 text-warn">{nextStep}</p>}
      </div>
    </li>
  )
}
