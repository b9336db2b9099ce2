import { useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from '../../components/forms/field.tsx'

export function Fieldset({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      {hint !== undefined && <p className="pt-0.5 text-xs text-soft">{hint}</p>}
      <div className="grid gap-4 pt-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

type NumberFieldProps = {
  label: string
  hint?: string
  value: number | null
  error: string | undefined
  onChange: (value: number | null) => void
}

/** Keeps the text as typed: "0." may become 0.5. */
export function NumberField({ label, hint, value, error, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const read = (typed: string) => (typed.trim() === '' ? null : Number(typed))
  const [lastValue, setLastValue] = useState(value)
  // Changed from elsewhere.
  if (!Object.is(value, lastValue)) {
    setLastValue(value)
    setText(value === null ? '' : String(value))
  }
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      error={error}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        const typed = read(target.value)
        setText(target.value)
        setLastValue(typed)
        onChange(typed)
      }}
    />
  )
}
