import { useState } from 'react'
import { TextField } from '../../../components/forms/field.tsx'

type NumberFieldProps = {
  label: string
  value: number
  range: [low: number, high: number]
  onChange: (value: number) => void
}

/** A whole number. The typed text stays as it is until the field is left; only a number within the range is reported. */
export function NumberField({ label, value, range: [low, high], onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      type="number"
      min={low}
      max={high}
      value={typed ?? String(value)}
      onText={(text) => {
        setTyped(text)
        const number = Number(text)
        if (text !== '' && Number.isInteger(number) && number >= low && number <= high) onChange(number)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
