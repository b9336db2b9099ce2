// Whether a contact would get an email, and what each gate of the delivery says about it.
import { useQuery } from '@tanstack/react-query'
import { explainEmailQuery } from '../../api/audience/explain.ts'
import type { EmailTarget, Explanation, Gate } from '../../api/audience/explain.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Time } from '../../format/time.tsx'
import { Mark } from '../../components/notices/mark.tsx'
import { whyTexts as texts } from './why.texts.ts'

export type WhyQuestion = {
  contact: { id: string; email: string }
  target: EmailTarget
  /** The campaign, workflow, template or topic, for people. */
  name: string
}

/** Open while there is a question. */
export function WhyDialog({ question, onClose }: { question: WhyQuestion | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={texts.title}
      description={question && texts.question(question.contact.email, question.name)}
      width="wide"
      isOpen={question !== undefined}
      onClose={onClose}
    >
      {question && <WhyAnswer question={question} />}
    </Dialog>
  )
}

/** The answer on top, then the gates in their order. */
export function WhyAnswer({ question: { contact, target } }: { question: Omit<WhyQuestion, 'name'> }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(explainEmailQuery(api, contact.id, target))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full rounded-xl" />
  return (
    <>
      <Verdict explanation={data} />
      {/* Focusable, so that the keyboard can scroll it. */}
      <div tabIndex={0} role="region" aria-label={texts.list} className="rounded-xl">
        <ol className="flex flex-col divide-y divide-line rounded-xl border border-line">
          {data.gates.map((gate) => (
            <GateRow key={gate.name} gate={gate} />
          ))}
        </ol>
      </div>
    </>
  )
}

function Verdict({ explanation: { would, gates } }: { explanation: Explanation }) {
  const stops = gates.filter(({ passed }) => !passed).map(({ name }) => texts.gates[name])
  return (
    <p
      role="status"
      className={classes(
        'mb-3 flex items-start gap-2.5 rounded-xl px-4 py-3 text-sm',
        would ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad',
      )}
    >
      <strong className="shrink-0 font-semibold">{would ? texts.would : texts.wouldNot}</strong>
      <span className="min-w-0">{would ? texts.nothingStops : texts.stops(stops.join(', '))}</span>
    </p>
  )
}

function GateRow({ gate: { name, passed, value, since, explanation } }: { gate: Gate }) {
  return (
    <li className={classes('flex items-start gap-2.5 px-3 py-2 text-sm', !passed && 'bg-sunken')}>
      <Mark isTrue={passed} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{texts.gates[name]}</span>
          <span className={classes('text-xs', passed ? 'text-soft' : 'font-medium text-bad')}>
            {passed ? texts.passed : texts.failed}
          </span>
          {value !== null && (
            <code className="max-w-full truncate text-xs text-soft" title={value}>
              {value}
            </code>
          )}
          {since !== null && (
            <span className="text-xs text-soft">
              {texts.since} <Time at={since} />
            </span>
          )}
        </p>
        <p className="text-xs break-words text-soft">{explanation}</p>
      </div>
    </li>
  )
}
