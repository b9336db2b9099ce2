import { Link } from '@tanstack/react-router'
import { Check, ChevronRight } from 'lucide-react'
import { STEPS_OF } from '../../../../src/features/dashboard/overview/overview.values.ts'
import type { Overview } from '../../api/project/overview.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { ChoiceCards } from '../../components/forms/choice-cards.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import type { StepName, StepTaker } from './first-steps.ts'
import { firstStepsTexts as texts } from './first-steps.texts.ts'

const STEP_LINKS = {
  'verify-domain': { to: '/app/p/$projectId/domains' },
  'add-audience': { to: '/app/p/$projectId/contacts/import' },
  'create-template': { to: '/app/p/$projectId/templates', search: { dialog: 'create' } },
  'send-test': { to: '/app/p/$projectId/templates' },
  'send-campaign': { to: '/app/p/$projectId/campaigns', search: { dialog: 'create' } },
  'create-key': { to: '/app/p/$projectId/keys', search: { dialog: 'create' } },
  'send-email': { to: '/app/p/$projectId/welcome' },
  'add-webhook': { to: '/app/p/$projectId/webhooks', search: { dialog: 'create' } },
  'set-transport': { to: '/app/p/$projectId/transports' },
} as const satisfies Record<StepName, object>

const CHOICES = (['marketer', 'developer'] as const).map((value) => ({ value, ...texts.takers[value] }))

type StepTakerChoiceProps = { taker: StepTaker | undefined; onChoose: (taker: StepTaker) => void }

export function StepTakerChoice({ taker, onChoose }: StepTakerChoiceProps) {
  return <ChoiceCards label={texts.question} value={taker} choices={CHOICES} onChange={onChoose} />
}

/** The steps of one kind of people, in their order, with what is done. */
export function stepsOf({ steps }: Pick<Overview, 'steps'>, taker: StepTaker) {
  const doneSteps = new Set(steps.filter(({ done }) => done).map(({ step }) => step))
  return STEPS_OF[taker].map((step) => ({ step, isDone: doneSteps.has(step) }))
}

type Steps = ReturnType<typeof stepsOf>

export function StepProgress({ steps }: { steps: Steps }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <span className="flex w-40 shrink-0 items-center gap-3 text-xs whitespace-nowrap text-soft">
      <Progress label={texts.title} done={done} total={steps.length} />
      {texts.done(done, steps.length)}
    </span>
  )
}

/** `isWide`: in several columns. */
export function StepList({ steps, isWide = false }: { steps: Steps; isWide?: boolean }) {
  const next = steps.find(({ isDone }) => !isDone)?.step
  return (
    <ol className={classes('-mx-2 grid gap-x-4', isWide && 'sm:grid-cols-2 lg:grid-cols-3')}>
      {steps.map(({ step, isDone }, index) => (
        <li key={step}>
          <Step step={step} number={index + 1} isDone={isDone} isNext={step === next} />
        </li>
      ))}
    </ol>
  )
}

type StepProps = { step: StepName; number: number; isDone: boolean; isNext: boolean }

function Step({ step, number, isDone, isNext }: StepProps) {
  const { project } = useProject()
  const [title, text] = texts.steps[step]
  return (
    <Link
      {...STEP_LINKS[step]}
      params={{ projectId: project.id }}
      className={classes(
        'flex items-center gap-3 rounded-lg p-2 hover:bg-hover',
        isNext && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span
        className={classes(
          'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-medium [&_svg]:size-3.5',
          isDone ? 'border-good bg-good-soft text-good' : 'border-edge text-soft',
          isNext && 'border-accent text-accent-text',
        )}
        aria-hidden
      >
        {isDone ? <Check /> : number}
      </span>
      <span className="min-w-0 grow">
        <span className={classes('block text-sm font-medium', isDone && 'text-soft line-through')}>
          {title}
        </span>
        {isDone ? (
          <span className="sr-only">{texts.isDone}</span>
        ) : (
          <span className="block text-xs text-soft">{text}</span>
        )}
      </span>
      {isNext && <ChevronRight className="size-4 shrink-0 text-accent-text" aria-hidden />}
    </Link>
  )
}
