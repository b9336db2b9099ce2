import { useId } from 'react'
import { TextField } from '../../components/forms/field.tsx'

type Props = {
  label: string
  hint?: string
  value: string
  suggestions: readonly string[]
  error: string | undefined
  onChange: (address: string) => void
}

/** An address, with contacts as suggestions. */
export function ContactField({ suggestions, onChange, ...field }: Props) {
  const list = useId()
  return (
    <>
      <TextField
        {...field}
        type="email"
        list={list}
        maxLength={254}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {suggestions.map((email) => (
          <option key={email} value={email} />
        ))}
      </datalist>
    </>
  )
}
