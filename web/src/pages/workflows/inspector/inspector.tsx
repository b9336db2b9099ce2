// The panel beside the canvas: settings and transitions of the selected step.
import { Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ComponentProps, ComponentType } from 'react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { Copyable } from '../../../components/copy-button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { StepIcon } from '../canvas/step-icon.tsx'
import { editor } from '../editor.texts.ts'
import { TRIGGER, transitionsOf, withConfig, withTarget } from '../model/definition.ts'
import type { Config, DraftStep, StepType, WorkflowDraft } from '../model/definition.ts'
import { changeStep } from '../model/edit-graph.ts'
import { errorsAt } from '../model/problems.ts'
import type { Problem } from '../model/problems.ts'
import { branchName, stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import type { SenderWarning } from '../editor/use-sender-warnings.ts'
import { inspector } from '../inspector.texts.ts'
import { stepTexts } from '../steps.texts.ts'
import { ContactForm, ExitForm, SegmentForm, TrackForm, WebhookForm } from './action-forms.tsx'
import { ConditionForm, SplitForm } from './branching-forms.tsx'
import { EmailForm } from './email-form.tsx'
import { firstField } from './first-field.ts'
import { Section, withoutUndefined } from './form-parts.tsx'
import { SenderNotice } from './sender-notice.tsx'
import { TriggerForm } from './trigger-form.tsx'
import { DelayForm, WaitForm } from './waiting-forms.tsx'

const { inspector: texts } = editor

type InspectorProps = {
  draft: WorkflowDraft
  selected: string
  names: Names
  problems: readonly Problem[]
  warnings: readonly SenderWarning[]
  isReadOnly: boolean
  change: (next: (draft: WorkflowDraft) => WorkflowDraft, topic?: string) => void
  onRemove: (id: string) => void
  onClose: () => void
  /** Focuses the first field; a new object focuses it again. */
  focus: object | undefined
}

export function Inspector(props: InspectorProps) {
  const { draft, selected, problems, isReadOnly, change, onClose, focus } = props
  useEffect(() => {
    if (focus) firstField()?.focus()
  }, [focus])
  const step = draft.steps.find(({ id }) => id === selected)
  return (
    <aside
      aria-label={texts.label}
      className="flex w-full shrink-0 flex-col border-line bg-panel max-lg:h-[55%] max-lg:border-t lg:w-[25rem] lg:border-l"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <header className="flex items-center gap-2.5 border-b border-line px-4 py-3">
        <StepIcon type={step?.type ?? 'TRIGGER'} />
        <h2 className="min-w-0 grow truncate text-sm font-semibold">
          {step ? stepTexts.names[step.type] : inspector.trigger.title}
        </h2>
        <IconButton label={texts.close} shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {/* The key resets the fields when another step is selected. */}
      <div key={selected} data-fields className="min-h-0 grow overflow-y-auto">
        <fieldset disabled={isReadOnly} className="flex flex-col gap-4 p-4">
          {step ? (
            <StepFields {...props} step={step} />
          ) : (
            <TriggerForm
              draft={draft}
              errors={errorsAt(problems, TRIGGER)}
              isReadOnly={isReadOnly}
              change={(patch, topic) => change((old) => ({ ...old, ...patch }), topic)}
            />
          )}
        </fieldset>
      </div>
    </aside>
  )
}

function StepFields(props: InspectorProps & { step: DraftStep }) {
  const { step, problems, warnings, isReadOnly, change, onRemove } = props
  const errors = errorsAt(problems, step.id)
  const onStep = (changed: DraftStep, topic: string) =>
    change((draft) => changeStep(draft, changed), `${step.id} ${topic}`)
  const setConfig = (config: Config, topic: string, renamed?: ReadonlyMap<string, string>) =>
    onStep(withConfig(step, withoutUndefined(config), renamed), topic)
  const form = {
    step,
    errors,
    isReadOnly,
    onStep,
    setConfig,
    change: (patch: Record<string, unknown>, topic: string) => setConfig({ ...step.config, ...patch }, topic),
  }
  const Form = FORMS[step.type]
  const stepErrors = ['', 'config', 'id'].flatMap((field) => errors[field] ?? [])
  return (
    <>
      {stepErrors.map((message) => (
        <p
          key={message}
          role="alert"
          className="rounded-lg bg-bad-soft px-3 py-2 text-xs font-medium text-bad"
        >
          {message}
        </p>
      ))}
      {warnings
        .filter(({ stepId }) => stepId === step.id)
        .map((warning) => (
          <SenderNotice key={warning.code} {...warning} />
        ))}
      <Form {...form} />
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        maxLength={200}
        value={step.name ?? ''}
        error={errors['name']}
        onText={(name) => onStep({ ...step, name: name || null }, 'name')}
      />
      <Transitions {...props} errors={errors} onStep={onStep} />
      <div className="flex items-center justify-between gap-2 border-t border-line pt-3">
        <Copyable text={step.id} label={texts.copyId} />
        {!isReadOnly && (
          <Button size="small" look="danger" icon={<Trash2 />} onClick={() => onRemove(step.id)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </>
  )
}

type StepFormProps = ComponentProps<typeof WebhookForm> & ComponentProps<typeof SplitForm>

const FORMS: Record<StepType, ComponentType<StepFormProps>> = {
  SEND_EMAIL: EmailForm,
  DELAY: DelayForm,
  WAIT_FOR_EVENT: WaitForm,
  CONDITION: ConditionForm,
  SPLIT: SplitForm,
  UPDATE_CONTACT: ContactForm,
  ADD_TO_SEGMENT: SegmentForm,
  REMOVE_FROM_SEGMENT: SegmentForm,
  WEBHOOK: WebhookForm,
  TRACK_EVENT: TrackForm,
  EXIT: ExitForm,
}

type TransitionsProps = InspectorProps & {
  step: DraftStep
  errors: Readonly<Record<string, string>>
  onStep: (step: DraftStep, topic: string) => void
}

const END = '@end'

/** The targets of the step. Choosing an existing step joins branches or makes a loop. */
function Transitions({ draft, names, step, errors, isReadOnly, onStep }: TransitionsProps) {
  const transitions = transitionsOf(step)
  if (transitions.length === 0) return null
  const options = [
    { value: END, label: texts.end },
    ...draft.steps.map((one) => ({ value: one.id, label: stepLabel(one, names).title })),
  ]
  return (
    <Section title={texts.leadsTo}>
      {transitions.map(({ branch, target }) => (
        <SelectField
          key={branch ?? ''}
          label={branch === undefined ? texts.leadsTo : texts.thenBranch(branchName(branch))}
          value={target ?? END}
          options={options}
          error={errors[branch === undefined ? 'next' : `next.${branch}`]}
          isDisabled={isReadOnly}
          onChange={(chosen) =>
            onStep(withTarget(step, branch, chosen === END ? null : chosen), `next ${branch ?? ''}`)
          }
        />
      ))}
    </Section>
  )
}
