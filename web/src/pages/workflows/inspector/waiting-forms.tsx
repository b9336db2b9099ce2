import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { WeekdayButtons } from '../../../components/forms/weekday-buttons.tsx'
import type { Config } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { AddButton, DurationField, EventField, RemovableRow, textField } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { delay: texts, wait, where: whereTexts } = inspector

const KINDS = optionsOf(texts.kinds)

export function DelayForm(form: FormProps) {
  const { step, errors, change, isReadOnly } = form
  const { config } = step
  const isUntil = config['until'] !== undefined
  const choose = (kind: 'time' | 'until') =>
    change(
      kind === 'until'
        ? { amount: undefined, unit: undefined, until: '09:00' }
        : { until: undefined, weekdays: undefined, timezone: undefined, amount: 1, unit: 'days' },
      'kind',
    )
  return (
    <>
      <SelectField
        label={texts.kind}
        value={isUntil ? 'until' : 'time'}
        options={KINDS}
        isDisabled={isReadOnly}
        onChange={choose}
      />
      {!isUntil && (
        <DurationField
          label={texts.amount}
          value={config}
          error={errors['config.amount']}
          isReadOnly={isReadOnly}
          onChange={(duration) => change(duration, 'time')}
        />
      )}
      {isUntil && <UntilFields {...form} />}
    </>
  )
}

function UntilFields(form: FormProps) {
  const { step, errors, change } = form
  const { config } = step
  const days = Array.isArray(config['weekdays']) ? (config['weekdays'] as string[]) : []
  return (
    <>
      <TextField
        label={texts.until}
        type="time"
        value={textOf(config, 'until')}
        error={errors['config.until']}
        onText={(until) => change({ until: until || '00:00' }, 'until')}
      />
      <WeekdayButtons
        label={texts.weekdays}
        hint={texts.weekdaysHint}
        value={days}
        onChange={(chosen) => change({ weekdays: chosen.length === 0 ? undefined : chosen }, 'weekdays')}
      />
      <TextField
        label={texts.zone}
        hint={texts.zoneHint}
        placeholder="Europe/Amsterdam"
        {...textField(form, 'timezone')}
        value={textOf(config, 'timezone') === 'contact' ? '' : textOf(config, 'timezone')}
      />
    </>
  )
}

export function WaitForm(form: FormProps) {
  const { step, errors, change, isReadOnly } = form
  const { config } = step
  return (
    <>
      <EventField label={wait.event} hint={wait.eventHint} {...textField(form, 'event')} />
      <WhereFields
        value={config['where']}
        errors={errors}
        prefix="config.where"
        isReadOnly={isReadOnly}
        onChange={(where) => change({ where }, 'where')}
      />
      <DurationField
        label={wait.timeout}
        value={(config['timeout'] ?? {}) as Config}
        error={errors['config.timeout.amount'] ?? errors['config.timeout']}
        isReadOnly={isReadOnly}
        onChange={(timeout) => change({ timeout }, 'timeout')}
      />
    </>
  )
}

const OPERATORS = Object.entries(whereTexts.operators).map(([value, label]) => ({ value, label }))
const WITHOUT_VALUE = new Set(['exists', 'notExists'])

type Condition = { field: string; operator: string; value?: string | number | boolean }
type WhereProps = {
  value: unknown
  errors: Readonly<Record<string, string>>
  prefix: string
  isReadOnly: boolean
  onChange: (where: Condition[] | undefined) => void
}

/** Reads numbers and booleans; everything else is text. */
function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Conditions on the data of an event; all must hold. */
export function WhereFields({ value, errors, prefix, isReadOnly, onChange }: WhereProps) {
  const conditions = Array.isArray(value) ? (value as Condition[]) : []
  const update = (index: number, condition: Condition) =>
    onChange(conditions.map((one, at) => (at === index ? condition : one)))
  const remove = (index: number) =>
    onChange(conditions.length === 1 ? undefined : conditions.filter((_, at) => at !== index))
  return (
    <div role="group" aria-label={whereTexts.title} className="flex flex-col gap-2">
      {conditions.length > 0 && <span className="text-sm font-medium">{whereTexts.title}</span>}
      {conditions.map((condition, index) => (
        // Conditions have no id.
        <div key={index} className="flex flex-col gap-2 rounded-lg border border-line p-2.5">
          <RemovableRow label={whereTexts.remove(condition.field)} onRemove={() => remove(index)}>
            <TextField
              label={whereTexts.field}
              value={condition.field.replace(/^data\./, '')}
              error={errors[`${prefix}.${index}.field`]}
              onText={(text) => update(index, { ...condition, field: `data.${text}` })}
            />
          </RemovableRow>
          <SelectField
            label={whereTexts.operator}
            value={condition.operator}
            options={OPERATORS}
            isDisabled={isReadOnly}
            onChange={(operator) => {
              const { value: _value, ...bare } = condition
              update(
                index,
                WITHOUT_VALUE.has(operator) ? { ...bare, operator } : { value: '', ...condition, operator },
              )
            }}
          />
          {!WITHOUT_VALUE.has(condition.operator) && (
            <TextField
              label={whereTexts.value}
              value={String(condition.value ?? '')}
              error={errors[`${prefix}.${index}.value`]}
              onText={(text) => update(index, { ...condition, value: readValue(text) })}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <AddButton
          label={whereTexts.add}
          onClick={() => onChange([...conditions, { field: 'data.', operator: 'equals', value: '' }])}
        />
      )}
    </div>
  )
}
