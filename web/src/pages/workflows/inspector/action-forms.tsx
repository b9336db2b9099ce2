// Forms of steps that act and go on at once.
import { useQuery } from '@tanstack/react-query'
import { segmentNamesQuery } from '../../../api/audience/segments.ts'
import { useProject } from '../../../app/use-project.ts'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { DraftStep } from '../model/definition.ts'
import { transitionsOf } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { ConfigFields, jsonField, textField } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { CALL_METHODS } from '../../../../../src/features/workflows/workflows.values.ts'
import { optionsOf } from '../../../components/forms/select.tsx'

const { contact, segment, webhook, track, exit } = inspector

/** Changes of numbers and of lists. */
const CONTACT_LISTS = ['increment', 'append', 'remove'] as const

const SUBSCRIPTIONS = optionsOf(contact.subscriptions)

export function ContactForm(form: FormProps) {
  const { step, errors, change, isReadOnly } = form
  const { subscribed } = step.config
  const chosen = typeof subscribed === 'boolean' ? (subscribed ? 'yes' : 'no') : 'stay'
  return (
    <>
      <ConfigFields
        label={contact.data}
        hint={contact.dataHint}
        isOfContact
        canClear
        {...jsonField(form, 'data')}
        error={errors['config.data'] ?? errors['config']}
      />
      {CONTACT_LISTS.map((key) => (
        <ConfigFields
          key={key}
          label={contact[key]}
          hint={contact[`${key}Hint`]}
          isOfContact
          {...jsonField(form, key)}
        />
      ))}
      <SelectField
        label={contact.subscribed}
        value={chosen}
        options={SUBSCRIPTIONS}
        isDisabled={isReadOnly}
        onChange={(next) =>
          change({ subscribed: next === 'stay' ? undefined : next === 'yes' }, 'subscribed')
        }
      />
    </>
  )
}

type SegmentChoiceProps = {
  label: string
  value: string
  error: string | undefined
  /** The label of the empty choice. */
  none: string
  hint?: string
  isStatic?: boolean
  isReadOnly: boolean
  onChange: (segmentId: string) => void
}

// Options cannot have an empty value.
const NONE = '-'

export function SegmentChoice(props: SegmentChoiceProps) {
  const { value, none, isStatic = false, isReadOnly, onChange, ...field } = props
  const { api } = useProject()
  const { data } = useQuery(segmentNamesQuery(api))
  const segments = (data ?? []).filter(({ type }) => !isStatic || type === 'STATIC')
  const isKnown = value === '' || segments.some(({ id }) => id === value)
  return (
    <SelectField
      {...field}
      value={value === '' ? NONE : value}
      options={[
        { value: NONE, label: none },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...segments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      isDisabled={isReadOnly}
      onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
    />
  )
}

export function SegmentForm(form: FormProps) {
  const { onText, ...field } = textField(form, 'segmentId')
  return (
    <SegmentChoice
      label={segment.choose}
      none={segment.none}
      hint={segment.hint}
      isStatic
      {...field}
      isReadOnly={form.isReadOnly}
      onChange={onText}
    />
  )
}

const METHODS = CALL_METHODS.map((value) => ({ value, label: value }))

export function WebhookForm(form: FormProps & { onStep: (step: DraftStep, topic: string) => void }) {
  const { step, change, onStep, isReadOnly } = form
  const transitions = transitionsOf(step)
  const target = transitions[0]?.target ?? null
  return (
    <>
      <TextField label={webhook.url} hint={webhook.urlHint} maxLength={2000} {...textField(form, 'url')} />
      <SelectField
        label={webhook.method}
        value={textOf(step.config, 'method') || 'POST'}
        options={METHODS}
        isDisabled={isReadOnly}
        onChange={(method) => change({ method }, 'method')}
      />
      <ConfigFields label={webhook.headers} {...jsonField(form, 'headers')} />
      <TextArea
        label={webhook.body}
        hint={webhook.bodyHint}
        rows={4}
        spellCheck={false}
        {...textField(form, 'body')}
      />
      <p className="text-xs text-soft">{webhook.answerHint(step.id)}</p>
      <SwitchRow
        label={webhook.onFailure}
        hint={webhook.onFailureHint}
        isOn={transitions.length > 1}
        isDisabled={isReadOnly}
        onChange={(isOn) =>
          onStep({ ...step, next: isOn ? { success: target, failure: null } : target }, 'failure')
        }
      />
    </>
  )
}

export function TrackForm(form: FormProps) {
  return (
    <>
      <EventField label={track.event} {...textField(form, 'event')} />
      <ConfigFields label={track.data} {...jsonField(form, 'data')} />
    </>
  )
}

export function ExitForm(form: FormProps) {
  return (
    <TextField label={exit.reason} hint={exit.reasonHint} maxLength={200} {...textField(form, 'reason')} />
  )
}
