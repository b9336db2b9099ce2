// The goal of the workflow, and what happens to contacts who reach it.
import { GOAL_REACTIONS } from '../../../../../src/features/workflows/workflows.values.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { inspector } from '../inspector.texts.ts'
import type { Config, WorkflowDraft } from '../model/definition.ts'
import { NO_NAMES, stepLabel, textOf } from '../model/step-labels.ts'
import { DurationField, Section, withoutUndefined } from './form-parts.tsx'
import { WhereFields } from './waiting-forms.tsx'

const { goal: texts } = inspector

const REACTIONS = GOAL_REACTIONS.map((value) => ({ value, label: texts.reactions[value] }))

// The default of the API.
const WINDOW = { amount: 7, unit: 'days' }

const percentOf = (holdout: Config | null): string => {
  const percent = holdout?.['percent']
  return typeof percent === 'number' || typeof percent === 'string' ? String(percent) : ''
}

/** Other text stays as typed, for the message of the schema. */
const numberOf = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text))

type GoalFormProps = {
  draft: WorkflowDraft
  errors: Readonly<Record<string, string>>
  change: (patch: Partial<WorkflowDraft>, topic: string) => void
  isReadOnly: boolean
}

export function GoalForm({ draft, errors, change, isReadOnly }: GoalFormProps) {
  const { goal, holdout, steps } = draft
  const update = (patch: Config) =>
    change({ goal: withoutUndefined({ window: WINDOW, ...goal, ...patch }) }, 'goal')
  const reaction = (goal?.['whenReached'] ?? 'continue') as (typeof REACTIONS)[number]['value']
  return (
    <Section title={texts.title}>
      <EventField
        label={texts.event}
        hint={texts.eventHint}
        value={textOf(goal ?? {}, 'event')}
        error={errors['goal.event'] ?? errors['goal']}
        onText={(event) => (event === '' ? change({ goal: null, holdout: null }, 'goal') : update({ event }))}
      />
      {goal && (
        <>
          <WhereFields
            value={goal['where'] ?? undefined}
            errors={errors}
            prefix="goal.where"
            isReadOnly={isReadOnly}
            onChange={(where) => update({ where })}
          />
          <DurationField
            label={texts.window}
            value={(goal['window'] ?? WINDOW) as Config}
            error={errors['goal.window.amount']}
            isReadOnly={isReadOnly}
            onChange={(window) => update({ window })}
          />
          <TextField
            label={texts.value}
            hint={texts.valueHint}
            placeholder="data.total"
            value={textOf(goal, 'value')}
            error={errors['goal.value']}
            onText={(value) => update({ value: value || undefined })}
          />
          <TextField
            label={texts.holdout}
            hint={texts.holdoutHint}
            inputMode="numeric"
            value={percentOf(holdout)}
            error={errors['holdout.percent'] ?? errors['holdout']}
            onText={(text) =>
              change({ holdout: text.trim() === '' ? null : { percent: numberOf(text) } }, 'holdout')
            }
          />
          <SelectField
            label={texts.reaction}
            value={reaction}
            options={REACTIONS}
            isDisabled={isReadOnly}
            onChange={(whenReached) =>
              update({ whenReached, goTo: whenReached === 'goTo' ? goal['goTo'] : undefined })
            }
          />
          {reaction === 'goTo' && (
            <SelectField
              label={texts.goTo}
              hint={texts.goToHint}
              value={textOf(goal, 'goTo')}
              options={[
                { value: '', label: texts.noStep },
                ...steps.map((step) => ({ value: step.id, label: stepLabel(step, NO_NAMES).title })),
              ]}
              error={errors['goal.goTo']}
              isDisabled={isReadOnly}
              onChange={(goTo) => update({ goTo: goTo || undefined })}
            />
          )}
        </>
      )}
    </Section>
  )
}
