import { X } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../components/classes.ts'
import { useBuilder } from './builder-context.ts'
import type { ValueType } from './condition-forms.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import { readValues } from './read-values.ts'

type ListInputProps = {
  type: ValueType
  values: unknown
  isInvalid: boolean
  onChange: (values: unknown[]) => void
}

export function ListInput({ type, values, isInvalid, onChange }: ListInputProps) {
  const { isReadOnly } = useBuilder()
  const [typed, setTyped] = useState('')
  const current = Array.isArray(values) ? (values as (string | number)[]) : []
  const addValues = (text: string) => {
    setTyped('')
    const added = readValues(text, type)
    if (added.length > 0) onChange([...new Set([...current, ...added])])
  }
  return (
    <span
      className={classes(
        'flex min-h-9 min-w-48 flex-wrap items-center gap-1 rounded-lg border bg-panel px-1.5 py-1 shadow-raised',
        isInvalid ? 'border-bad' : 'border-edge',
      )}
    >
      {current.map((value) => (
        <span
          key={String(value)}
          className="inline-flex max-w-full items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-2 text-xs font-medium text-accent-text"
        >
          <span className="max-w-48 truncate">{String(value)}</span>
          {!isReadOnly && (
            <button
              type="button"
              aria-label={texts.removeValue(String(value))}
              onClick={() => onChange(current.filter((one) => one !== value))}
              className="rounded p-0.5 hover:bg-hover [&_svg]:size-3"
            >
              <X />
            </button>
          )}
        </span>
      ))}
      {!isReadOnly && (
        <input
          aria-label={texts.value}
          aria-invalid={isInvalid}
          placeholder={current.length === 0 ? texts.addValue : undefined}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={typed}
          className="w-24 grow bg-transparent px-1 text-sm outline-none placeholder:text-faint"
          onChange={({ target }) =>
            /[,;\n]/.test(target.value) ? addValues(target.value) : setTyped(target.value)
          }
          onPaste={(event) => {
            event.preventDefault()
            addValues(typed + event.clipboardData.getData('text'))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              addValues(typed)
            } else if (event.key === 'Backspace' && typed === '') onChange(current.slice(0, -1))
          }}
          onBlur={() => addValues(typed)}
        />
      )}
    </span>
  )
}
