// Forms of steps that act and go on at once.
import { useQuery } from '@tanstack/react-query'
import { segmentNamesQuery } from '../../../api/segments.ts'
import { useProject } from '../../../app/use-project.ts'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { DraftStep } from '../model/definition.ts'
import { transitionsOf } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { EventField, JsonField } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { CALL_METHODS } from '../../../../../src/features/workflows/workflows.values.ts'
import { optionsOf } from '../../../components/forms/select.tsx'

const { contact, segment, webhook, track, exit } = inspector

const SUBSCRIPTIONS = optionsOf(contact.subscriptions)

export function ContactForm({ step: { config }, errors, change, isReadOnly }: FormProps) {
  const { subscribed } = config
  const chosen = typeof subscribed === 'boolean' ? (subscribed ? 'yes' : 'no') : 'stay'
  return (
    <>
      <JsonField
        label={contact.data}
        hint={contact.dataHint}
        value={config['data']}
        error={errors['config.data'] ?? errors['config']}
        onChange={(data) => change({ data }, 'data')}
      />
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
  const { label, value, error, none, hint, isStatic = false, isReadOnly, onChange } = props
  const { api } = useProject()
  const { data } = useQuery(segmentNamesQuery(api))
  const segments = (data ?? []).filter(({ type }) => !isStatic || type === 'STATIC')
  const isKnown = value === '' || segments.some(({ id }) => id === value)
  const options = [
    { value: NONE, label: none },
    ...(isKnown ? [] : [{ value, label: value }]),
    ...segments.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        label={label}
        value={value === '' ? NONE : value}
        options={options}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
        {...(hint !== undefined && { hint })}
      />
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
    </div>
  )
}

export function SegmentForm({ step: { config }, errors, change, isReadOnly }: FormProps) {
  return (
    <SegmentChoice
      label={segment.choose}
      none={segment.none}
      hint={segment.hint}
      isStatic
      value={textOf(config, 'segmentId')}
      error={errors['config.segmentId']}
      isReadOnly={isReadOnly}
      onChange={(segmentId) => change({ segmentId: segmentId || undefined }, 'segment')}
    />
  )
}

const METHODS = CALL_METHODS.map((value) => ({ value, label: value }))

type WebhookProps = FormProps & { onStep: (step: DraftStep, topic: string) => void }

export function WebhookForm({ step, errors, change, onStep, isReadOnly }: WebhookProps) {
  const { config } = step
  const transitions = transitionsOf(step)
  const hasFailureBranch = transitions.length > 1
  const target = transitions[0]?.target ?? null
  return (
    <>
      <TextField
        label={webhook.url}
        hint={webhook.urlHint}
        maxLength={2000}
        value={textOf(config, 'url')}
        error={errors['config.url']}
        onText={(url) => change({ url: url || undefined }, 'url')}
      />
      <SelectField
        label={webhook.method}
        value={textOf(config, 'method') || 'POST'}
        options={METHODS}
        isDisabled={isReadOnly}
        onChange={(method) => change({ method }, 'method')}
      />
      <JsonField
        label={webhook.headers}
        value={config['headers']}
        error={errors['config.headers']}
        onChange={(headers) => change({ headers }, 'headers')}
      />
      <TextArea
        label={webhook.body}
        hint={webhook.bodyHint}
        rows={4}
        spellCheck={false}
        value={textOf(config, 'body')}
        error={errors['config.body']}
        onText={(body) => change({ body: body || undefined }, 'body')}
      />
      <SwitchRow
        label={webhook.onFailure}
        hint={webhook.onFailureHint}
        isOn={hasFailureBranch}
        isDisabled={isReadOnly}
        onChange={(isOn) =>
          onStep({ ...step, next: isOn ? { success: target, failure: null } : target }, 'failure')
        }
      />
    </>
  )
}

export function TrackForm({ step: { config }, errors, change }: FormProps) {
  return (
    <>
      <EventField
        label={track.event}
        value={textOf(config, 'event')}
        error={errors['config.event']}
        onText={(event) => change({ event: event || undefined }, 'event')}
      />
      <JsonField
        label={track.data}
        value={config['data']}
        error={errors['config.data']}
        onChange={(data) => change({ data }, 'data')}
      />
    </>
  )
}

export function ExitForm({ step: { config }, errors, change }: FormProps) {
  return (
    <TextField
      label={exit.reason}
      hint={exit.reasonHint}
      maxLength={200}
      value={textOf(config, 'reason')}
      error={errors['config.reason']}
      onText={(reason) => change({ reason: reason || undefined }, 'reason')}
    />
  )
}
