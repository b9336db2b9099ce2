import { CircleAlert } from 'lucide-react'
import { classes } from '../../../components/classes.ts'
import { STEPS } from '../campaign-views.ts'
import type { Step } from '../campaign-views.ts'
import { editor as texts } from './editor.texts.ts'
import { StepLink } from './step-link.tsx'

type StepBarProps = { step: Step; wrong: ReadonlySet<Step>; wrongLabel: string }

/** Every step can be gone to at any time; those with mistakes are marked. */
export function StepBar({ step, wrong, wrongLabel }: StepBarProps) {
  return (
    <nav aria-label={texts.stepsLabel} className="border-b border-line bg-panel px-5">
      <ol className="flex gap-1 overflow-x-auto">
        {STEPS.map((one, index) => (
          <li key={one}>
            <StepLink
              to={{ step: one }}
              isCurrent={one === step}
              className={classes(
                '-mb-px flex h-11 items-center gap-2 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap outline-offset-[-3px] transition-colors',
                one === step ? 'border-accent text-text' : 'border-transparent text-soft hover:text-text',
              )}
            >
              <span
                className={classes(
                  'tabular flex size-5 items-center justify-center rounded-full text-xs',
                  one === step ? 'bg-accent text-on-accent' : 'bg-neutral-soft text-soft',
                )}
              >
                {index + 1}
              </span>
              {texts.steps[one]}
              {wrong.has(one) && (
                <CircleAlert className="size-4 text-bad" role="img" aria-label={wrongLabel} />
              )}
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
