// A time that follows from a date: for steps that wait for it, and for the trigger.
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import type { Config } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { DurationField } from './form-parts.tsx'

const { delay: texts } = inspector

const SIDES = optionsOf(texts.sides)

type DateMoveProps = {
  value: Config
  errors: Readonly<Record<string, string>>
  /** The fields in `errors` begin with it. */
  prefix: string
  fieldHint: string
  isReadOnly: boolean
  update: (patch: Config, topic: string) => void
}

export function DateMoveFields({ value, errors, prefix, fieldHint, isReadOnly, update }: DateMoveProps) {
  const textAt = (key: string) => ({
    value: textOf(value, key),
    error: errors[`${prefix}.${key}`],
    onText: (text: string) => update({ [key]: text || undefined }, key),
  })
  return (
    <>
      <TextField
        label={texts.field}
        hint={fieldHint}
        placeholder="data.renewsAt"
        {...textAt('field')}
        onText={(field) => update({ field }, 'field')}
      />
      <OffsetFields
        value={value['offset'] as Config | undefined}
        error={errors[`${prefix}.offset.amount`]}
        isReadOnly={isReadOnly}
        onChange={(offset) => update({ offset }, 'offset')}
      />
      <TextField label={texts.at} hint={texts.atHint} type="time" {...textAt('at')} />
      <TextField
        label={texts.zone}
        hint={texts.zoneHint}
        placeholder="Europe/Amsterdam"
        {...textAt('timezone')}
        value={textOf(value, 'timezone') === 'contact' ? '' : textOf(value, 'timezone')}
      />
    </>
  )
}

type OffsetProps = {
  value: Config | undefined
  error: string | undefined
  isReadOnly: boolean
  onChange: (offset: Config | undefined) => void
}

/** The distance is edited without its sign, which people find in "before" and "after". */
function OffsetFields({ value, error, isReadOnly, onChange }: OffsetProps) {
  const amount = Number(value?.['amount'] ?? 0)
  const side = amount === 0 ? 'on' : amount < 0 ? 'before' : 'after'
  const span = { amount: Math.abs(amount), unit: value?.['unit'] ?? 'days' }
  return (
    <>
      <SelectField
        label={texts.side}
        value={side}
        options={SIDES}
        isDisabled={isReadOnly}
        onChange={(chosen) => {
          const size = span.amount || 1
          onChange(chosen === 'on' ? undefined : { ...span, amount: chosen === 'before' ? -size : size })
        }}
      />
      {side !== 'on' && (
        <DurationField
          label={texts.distance}
          value={span}
          error={error}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ ...next, amount: side === 'before' ? -next.amount : next.amount })}
        />
      )}
    </>
  )
}
