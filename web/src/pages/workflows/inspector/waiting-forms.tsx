import { COMPARISONS } from '../../../../../src/features/workflows/event-comparisons.schema.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { WeekdayButtons } from '../../../components/forms/weekday-buttons.tsx'
import type { Config } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { DateMoveFields } from './date-move-fields.tsx'
import { AddButton, DurationField, RemovableRow, textField, withoutUndefined } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { delay: texts, wait, where: whereTexts } = inspector

const KINDS = optionsOf(texts.kinds)
type Kind = (typeof KINDS)[number]['value']

const STARTS: Record<Kind, Config> = {
  time: { amount: 1, unit: 'days' },
  until: { until: '09:00' },
  date: { untilDate: { field: 'data.' } },
  bestHour: { untilBestHour: { fallback: '09:00' } },
}

const kindOf = (config: Config): Kind => {
  if (config['untilDate'] !== undefined) return 'date'
  if (config['untilBestHour'] !== undefined) return 'bestHour'
  return config['until'] === undefined ? 'time' : 'until'
}

export function DelayForm(form: FormProps) {
  const { step, errors, change, isReadOnly } = form
  const { config } = step
  const kind = kindOf(config)
  const choose = (chosen: Kind) => {
    const cleared = Object.fromEntries(Object.keys(config).map((key) => [key, undefined]))
    change({ ...cleared, ...STARTS[chosen] }, 'kind')
  }
  return (
    <>
      <SelectField
        label={texts.kind}
        value={kind}
        options={KINDS}
        isDisabled={isReadOnly}
        onChange={choose}
      />
      {kind === 'time' && (
        <DurationField
          label={texts.amount}
          value={config}
          error={errors['config.amount']}
          isReadOnly={isReadOnly}
          onChange={(duration) => change(duration, 'time')}
        />
      )}
      {kind === 'until' && <UntilFields {...form} />}
      {kind === 'date' && <DateFields {...form} />}
      {kind === 'bestHour' && <BestHourFields {...form} />}
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

function BestHourFields({ step, errors, change }: FormProps) {
  const bestHour = (step.config['untilBestHour'] ?? {}) as Config
  return (
    <TextField
      label={texts.fallback}
      hint={texts.fallbackHint}
      type="time"
      value={textOf(bestHour, 'fallback')}
      error={errors['config.untilBestHour.fallback']}
      onText={(fallback) =>
        change({ untilBestHour: { ...bestHour, fallback: fallback || '00:00' } }, 'fallback')
      }
    />
  )
}

const RULES = optionsOf(texts.rules)
type Rule = (typeof RULES)[number]['value']

function DateFields({ step, errors, change, isReadOnly }: FormProps) {
  const { config } = step
  const date = (config['untilDate'] ?? {}) as Config
  const rule = (key: 'ifPast' | 'ifMissing', fallback: Rule) => (
    <SelectField
      label={texts[key]}
      value={(textOf(config, key) || fallback) as Rule}
      options={RULES}
      isDisabled={isReadOnly}
      onChange={(chosen) => change({ [key]: chosen }, key)}
    />
  )
  return (
    <>
      <DateMoveFields
        value={date}
        errors={errors}
        prefix="config.untilDate"
        fieldHint={texts.fieldHint}
        isReadOnly={isReadOnly}
        update={(patch, topic) => change({ untilDate: withoutUndefined({ ...date, ...patch }) }, topic)}
      />
      {rule('ifPast', 'now')}
      {rule('ifMissing', 'exit')}
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
        hasStart
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

type Condition = {
  field: string
  operator: string
  value?: string | number | boolean
  valueFrom?: string | null
}
type WhereProps = {
  value: unknown
  errors: Readonly<Record<string, string>>
  prefix: string
  /** Whether a condition may compare with the event that started the workflow. */
  hasStart?: boolean
  isReadOnly: boolean
  onChange: (where: Condition[] | undefined) => void
}

const COMPARED: ReadonlySet<string> = new Set(COMPARISONS)

const SOURCES = optionsOf(whereTexts.sources)
const START = 'event.data.'

type ComparedValueProps = {
  condition: Condition
  hasStart: boolean
  errorOf: (name: string) => string | undefined
  isReadOnly: boolean
  onChange: (condition: Condition) => void
}

function ComparedValue({ condition, hasStart, errorOf, isReadOnly, onChange }: ComparedValueProps) {
  const { value, valueFrom, ...bare } = condition
  const isStart = typeof valueFrom === 'string'
  return (
    <>
      {(hasStart || isStart) && (
        <SelectField
          label={whereTexts.source}
          value={isStart ? 'start' : 'value'}
          options={SOURCES}
          isDisabled={isReadOnly}
          onChange={(chosen) =>
            onChange(
              chosen === 'start'
                ? { ...bare, valueFrom: bare.field.replace(/^data\./, START) }
                : { ...bare, value: '' },
            )
          }
        />
      )}
      {isStart ? (
        <TextField
          label={whereTexts.start}
          value={valueFrom.replace(START, '')}
          error={errorOf('valueFrom')}
          onText={(text) => onChange({ ...bare, valueFrom: `${START}${text}` })}
        />
      ) : (
        <TextField
          label={whereTexts.value}
          value={String(value ?? '')}
          error={errorOf('value')}
          onText={(text) => onChange({ ...bare, value: readValue(text) })}
        />
      )}
    </>
  )
}

/** Reads numbers and booleans; everything else is text. */
function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Conditions on the data of an event; all must hold. */
export function WhereFields({ value, errors, prefix, hasStart = false, isReadOnly, onChange }: WhereProps) {
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
              const { value: _value, valueFrom, ...bare } = condition
              const keepsStart = typeof valueFrom === 'string' && COMPARED.has(operator)
              const compared = keepsStart ? { valueFrom } : { value: condition.value ?? '' }
              update(
                index,
                WITHOUT_VALUE.has(operator) ? { ...bare, operator } : { ...bare, operator, ...compared },
              )
            }}
          />
          {!WITHOUT_VALUE.has(condition.operator) && (
            <ComparedValue
              condition={condition}
              hasStart={hasStart && COMPARED.has(condition.operator)}
              errorOf={(name) => errors[`${prefix}.${index}.${name}`]}
              isReadOnly={isReadOnly}
              onChange={(changed) => update(index, changed)}
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
