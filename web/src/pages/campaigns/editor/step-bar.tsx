import { CircleAlert } from 'lucide-react'
import { classes } from '../../../components/classes.ts'
import { STEPS } from '../campaign-views.ts'
import type { Step } from '../campaign-views.ts'
import { editor as texts } from './editor.texts.ts'
import { StepLink } from './step-link.tsx'

type StepBarProps = { step: Step; invalid: ReadonlySet<Step>; invalidLabel: string }

/** Links to all steps; invalid ones are marked. */
export function StepBar({ step, invalid, invalidLabel }: StepBarProps) {
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
              {invalid.has(one) && (
                <CircleAlert className="size-4 text-bad" role="img" aria-label={invalidLabel} />
              )}
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
