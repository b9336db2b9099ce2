import { ChevronLeft, ChevronRight, Flag } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Simulation } from '../../../api/sending/workflows.ts'
import { classes } from '../../../components/classes.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { formatExact } from '../../../format/time.tsx'
import { EmailFrame, useRemoteImages } from '../../../patterns/email/email-frame.tsx'
import { Canvas } from '../canvas/canvas.tsx'
import { StepIcon } from '../canvas/step-icon.tsx'
import { editor } from '../editor.texts.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Names } from '../model/step-labels.ts'
import { trailOf } from '../model/trail.ts'
import { momentAt, momentsOf, stateAt } from './moments.ts'
import type { Moment, SimulatedEmail } from './moments.ts'
import { simulation as texts } from './simulate.texts.ts'

type Props = { simulation: Simulation; draft: WorkflowDraft; names: Names }

const NO_NOTES = new Map()

export function SimulationResult({ simulation, draft, names }: Props) {
  const moments = useMemo(() => momentsOf(simulation, draft.steps, names), [simulation, draft, names])
  const [chosen, setChosen] = useState(moments.length - 1)
  const { visits, stepId: current, email } = stateAt(simulation, moments, chosen)
  const trail = useMemo(
    () => trailOf(draft.steps, simulation.path.slice(0, visits)),
    [draft, simulation, visits],
  )
  return (
    <>
      <div className="flex min-h-0 min-w-0 grow flex-col max-lg:h-96 max-lg:shrink-0">
        <Scrubber moments={moments} chosen={chosen} onChange={setChosen} />
        <Canvas
          label={editor.canvas.label}
          definition={draft}
          names={names}
          notes={NO_NOTES}
          trail={trail}
          selected={current}
          focus={undefined}
          onSelect={(id) => {
            const index = momentAt(simulation, moments, id)
            if (index !== undefined) setChosen(index)
          }}
        />
      </div>
      <div className="flex w-full shrink-0 flex-col border-line bg-panel max-lg:border-t lg:w-96 lg:border-l">
        <Timeline moments={moments} chosen={chosen} onChange={setChosen} />
        <EmailPreview email={email} />
      </div>
    </>
  )
}

type MomentsProps = { moments: readonly Moment[]; chosen: number; onChange: (index: number) => void }

function Scrubber({ moments, chosen, onChange }: MomentsProps) {
  const moment = moments[chosen]
  const last = moments.length - 1
  return (
    <div className="flex items-center gap-2 border-b border-line bg-panel px-3 py-2">
      <IconButton label={texts.previous} disabled={chosen === 0} onClick={() => onChange(chosen - 1)}>
        <ChevronLeft />
      </IconButton>
      <input
        type="range"
        min={0}
        max={last}
        value={chosen}
        aria-label={texts.scrub}
        aria-valuetext={texts.moment(chosen + 1, moments.length, moment?.title ?? '')}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-1.5 min-w-0 grow accent-accent"
      />
      <IconButton label={texts.next} disabled={chosen === last} onClick={() => onChange(chosen + 1)}>
        <ChevronRight />
      </IconButton>
      <span className="tabular w-52 truncate text-right text-xs text-soft">
        {moment?.at ? formatExact(moment.at) : ''}
      </span>
    </div>
  )
}

function Timeline({ moments, chosen, onChange }: MomentsProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <ol ref={list} aria-label={texts.timeline} className="max-h-[45%] min-h-40 shrink-0 overflow-y-auto py-1">
      {moments.map(({ key, at, title, detail, type, isBad, email }, index) => (
        <li key={key}>
          <button
            type="button"
            aria-current={index === chosen ? 'step' : undefined}
            onClick={() => onChange(index)}
            className={classes(
              'flex w-full items-start gap-2.5 px-4 py-2 text-left hover:bg-hover',
              index === chosen && 'bg-hover shadow-[inset_2px_0_0_var(--color-accent)]',
              index > chosen && 'opacity-60',
            )}
          >
            {type === 'END' ? (
              <span
                aria-hidden
                className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-neutral-soft text-soft [&_svg]:size-4"
              >
                <Flag />
              </span>
            ) : (
              <StepIcon type={type} />
            )}
            <span className="min-w-0 grow">
              <span className="block truncate text-sm font-medium">{title}</span>
              <span className="tabular block text-xs text-soft">{at && formatExact(at)}</span>
              {detail !== '' && (
                <span className={classes('block text-xs', isBad ? 'text-bad' : 'text-soft')}>{detail}</span>
              )}
              {email?.status === 'SKIPPED' && (
                <span className="block text-xs text-warn">{texts.skipped(email.reason)}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function EmailPreview({ email }: { email: SimulatedEmail | undefined }) {
  const images = useRemoteImages()
  if (!email) return <p className="border-t border-line p-6 text-center text-sm text-soft">{texts.noEmail}</p>
  return (
    // Focusable, so that the keyboard can scroll it.
    <div
      tabIndex={0}
      role="region"
      aria-label={texts.preview}
      className="flex min-h-0 grow flex-col gap-2 overflow-y-auto border-t border-line bg-ground p-3"
    >
      <div className="flex items-start gap-2">
        <p className="grow text-sm font-semibold">{email.subject}</p>
        {images.button}
      </div>
      <p className="text-xs text-soft">
        {texts.to} {email.to}
        {email.from !== null && ` · ${texts.from} ${email.from}`}
      </p>
      {email.missing.length > 0 && (
        <span>
          <Badge tone="warn">{texts.missing(email.missing.join(', '))}</Badge>
        </span>
      )}
      {email.error !== null && <p className="text-xs text-bad">{email.error}</p>}
      {email.html !== null && (
        <EmailFrame
          title={texts.preview}
          html={email.html}
          width="desktop"
          areImagesAllowed={images.areImagesAllowed}
        />
      )}
    </div>
  )
}
