import { Link } from '@tanstack/react-router'
import { Check, ChevronRight } from 'lucide-react'
import type { Overview } from '../../api/overview.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Progress } from '../../components/notices/progress.tsx'
import { Card } from '../../components/page.tsx'
import { SampleDataOffer } from '../../patterns/sample-data/sample-data.tsx'
import { overview } from './overview.texts.ts'

const { next: texts } = overview

type StepName = Overview['steps'][number]['step']

const STEP_LINKS = {
  'send-email': { to: '/app/p/$projectId/welcome' },
  'add-contacts': { to: '/app/p/$projectId/contacts/import' },
  'create-template': { to: '/app/p/$projectId/templates', search: { dialog: 'create' } },
  'set-sender': { to: '/app/p/$projectId/settings' },
  'verify-domain': { to: '/app/p/$projectId/domains' },
  invite: { to: '/app/p/$projectId/settings', search: { tab: 'members' } },
} as const satisfies Record<StepName, object>

export function NextSteps({ data: { steps, contacts } }: { data: Overview }) {
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const next = steps.find((step) => !step.done)?.step
  return (
    <Card
      title={texts.title}
      actions={
        <span className="flex w-40 shrink-0 items-center gap-3 text-xs whitespace-nowrap text-soft">
          <Progress label={texts.title} done={done} total={steps.length} />
          {texts.done(done, steps.length)}
        </span>
      }
    >
      <ol className="-mx-2 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ step, done: isDone }) => (
          <li key={step}>
            <Step step={step} isDone={isDone} isNext={step === next} />
          </li>
        ))}
      </ol>
      {contacts.total === 0 && <SampleDataOffer />}
    </Card>
  )
}

function Step({ step, isDone, isNext }: { step: StepName; isDone: boolean; isNext: boolean }) {
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
          'flex size-5 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3',
          isDone ? 'border-good bg-good-soft text-good' : 'border-edge text-transparent',
        )}
      >
        <Check aria-hidden />
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
