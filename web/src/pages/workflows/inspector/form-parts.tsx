// Fields shared by the forms of steps.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { readJsonObject } from '../../../components/forms/read-json.ts'
import { DataFields } from '../../../patterns/data-fields/data-fields.tsx'
import type { DataFieldsProps } from '../../../patterns/data-fields/data-fields.tsx'
import { dataTexts } from '../../../patterns/data-fields/data-fields.texts.ts'
import { inspector } from '../inspector.texts.ts'
import type { Config, DraftStep } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { stepTexts } from '../steps.texts.ts'
import { optionsOf } from '../../../components/forms/select.tsx'

/** Successive changes with the same `topic` are undone together. */
export type FormProps = {
  step: DraftStep
  errors: Readonly<Record<string, string>>
  change: (patch: Record<string, unknown>, topic: string) => void
  isReadOnly: boolean
}

/** The props of a field for a text of the config; an empty text removes it. */
export const textField = ({ step: { config }, errors, change }: FormProps, key: string) => ({
  value: textOf(config, key),
  error: errors[`config.${key}`],
  onText: (text: string) => change({ [key]: text || undefined }, key),
})

export const jsonField = ({ step: { config }, errors, change, isReadOnly }: FormProps, key: string) => ({
  isReadOnly,
  value: config[key],
  error: errors[`config.${key}`],
  onChange: (value: Record<string, unknown> | undefined) => change({ [key]: value }, key),
})

export const withoutUndefined = (config: Config): Config =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))

type RemovableRowProps = { label: string; onRemove: (() => void) | undefined; children: ReactNode }

/** A field with a button that removes the item it belongs to. */
export const RemovableRow = ({ label, onRemove, children }: RemovableRowProps) => (
  <div className="flex items-end gap-1">
    <div className="min-w-0 grow">{children}</div>
    {onRemove && (
      <IconButton label={label} onClick={onRemove}>
        <X />
      </IconButton>
    )}
  </div>
)

export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <div>
    <Button size="small" icon={<Plus />} onClick={onClick}>
      {label}
    </Button>
  </div>
)

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3 border-t border-line pt-4">
    <h3 className="text-xs font-semibold text-soft">{title}</h3>
    {children}
  </section>
)

type JsonFieldProps = {
  label: string
  hint?: string
  value: unknown
  error?: string | undefined
  onChange: (value: Record<string, unknown> | undefined) => void
}

/** The JSON text of a value. Text that is not JSON stays without changing the value. */
function useJsonText({ value, onChange }: Pick<JsonFieldProps, 'value' | 'onChange'>) {
  const shown = value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(shown)
  const [last, setLast] = useState(shown)
  // Changed from outside, for example by undo.
  if (shown !== last) {
    setLast(shown)
    if (JSON.stringify(readJsonObject(text)) !== JSON.stringify(value)) setText(shown)
  }
  const change = (typed: string) => {
    setText(typed)
    const read = readJsonObject(typed)
    if (!read) return
    const next = typed.trim() === '' ? undefined : read
    setLast(next === undefined ? '' : JSON.stringify(next, null, 2))
    onChange(next)
  }
  return { text, change }
}

export function JsonField({ label, hint, error, ...edited }: JsonFieldProps) {
  const { text, change } = useJsonText(edited)
  const isBad = readJsonObject(text) === undefined
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={Math.min(12, Math.max(3, text.split('\n').length))}
      spellCheck={false}
      value={text}
      error={isBad ? dataTexts.badJson : error}
      onText={change}
    />
  )
}

type ConfigFieldsProps = JsonFieldProps & Pick<DataFieldsProps, 'isReadOnly' | 'isOfContact' | 'canClear'>

/** An object of the config in fields. */
export function ConfigFields({ value, onChange, ...props }: ConfigFieldsProps) {
  const { text, change } = useJsonText({ value, onChange })
  return <DataFields {...props} text={text} onText={change} />
}

const UNITS = optionsOf(stepTexts.units)

type DurationProps = {
  label: string
  value: Config
  error: string | undefined
  onChange: (value: { amount: number; unit: string }) => void
  isReadOnly: boolean
}

export function DurationField({ label, value, error, onChange, isReadOnly }: DurationProps) {
  const amount = Number(value['amount'] ?? 1)
  const unit = (value['unit'] ?? 'days') as (typeof UNITS)[number]['value']
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label={label}
        type="number"
        min={1}
        value={Number.isNaN(amount) ? '' : amount}
        error={error}
        onChange={({ target }) => onChange({ amount: target.valueAsNumber, unit })}
      />
      <SelectField
        label={inspector.delay.unit}
        value={unit}
        options={UNITS}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange({ amount, unit: chosen })}
      />
    </div>
  )
}
