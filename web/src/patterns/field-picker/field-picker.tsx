// A button that inserts a field of the contact as Liquid, with a fallback for contacts that have no value.
import { ArrowLeft, Braces } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { inputClass, TextField } from '../../components/forms/field.tsx'
import { Popover } from '../../components/overlays/popover.tsx'
import { fieldPicker as texts } from './field-picker.texts.ts'
import { isAlwaysSet, liquidOf } from './liquid-of.ts'

// More than a list can show at once; typing finds the others.
const MAX_SHOWN = 50
const MAX_NAME_LENGTH = 200
const MAX_FALLBACK_LENGTH = 100

type FieldPickerProps = {
  /** Names of variables, as `useVariables` has them. */
  fields: readonly string[]
  /** Gets `{{ firstName | default: 'there' }}`, and puts the focus where the text goes. */
  onPick: (liquid: string) => void
  isDisabled?: boolean
}

export function FieldPicker({ fields, onPick, isDisabled = false }: FieldPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [field, setField] = useState<string>()
  const isPicked = useRef(false)
  const pick = (liquid: string) => {
    isPicked.current = true
    setIsOpen(false)
    onPick(liquid)
  }
  return (
    <Popover
      label={texts.open}
      isOpen={isOpen}
      onOpenChange={(open) => {
        isPicked.current = false
        setField(undefined)
        setIsOpen(open)
      }}
      returnsFocus={() => !isPicked.current}
      align="end"
      trigger={
        <IconButton label={texts.open} disabled={isDisabled}>
          <Braces />
        </IconButton>
      }
    >
      {field === undefined ? (
        <FieldList
          fields={fields}
          onChoose={(name) => (isAlwaysSet(name) ? pick(liquidOf(name)) : setField(name))}
        />
      ) : (
        <FallbackForm
          field={field}
          onBack={() => setField(undefined)}
          onInsert={(fallback) => pick(liquidOf(field, fallback))}
        />
      )}
    </Popover>
  )
}

function FieldList({ fields, onChoose }: { fields: readonly string[]; onChoose: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const found = fields.filter((one) => one.toLowerCase().includes(name.toLowerCase())).slice(0, MAX_SHOWN)
  const isNew = name !== '' && !fields.includes(name)
  return (
    <>
      <form
        className="border-b border-line p-2"
        onSubmit={(event) => {
          event.preventDefault()
          const first = found[0] ?? name
          if (first !== '') onChoose(first)
        }}
      >
        <input
          autoFocus
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={MAX_NAME_LENGTH}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={inputClass}
        />
      </form>
      <ul aria-label={texts.fields} className="max-h-64 overflow-y-auto p-1">
        {found.map((one) => (
          <li key={one}>
            <FieldButton onClick={() => onChoose(one)}>{one}</FieldButton>
          </li>
        ))}
        {isNew && (
          <li>
            <FieldButton onClick={() => onChoose(name)}>{texts.own(name)}</FieldButton>
          </li>
        )}
        {found.length === 0 && !isNew && <li className="px-2.5 py-2 text-sm text-soft">{texts.none}</li>}
      </ul>
    </>
  )
}

function FieldButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="block h-8 w-full truncate rounded-lg px-2.5 text-left text-sm outline-offset-[-2px] hover:bg-hover"
    >
      {children}
    </button>
  )
}

type FallbackFormProps = { field: string; onBack: () => void; onInsert: (fallback: string) => void }

function FallbackForm({ field, onBack, onInsert }: FallbackFormProps) {
  const [fallback, setFallback] = useState('')
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        // The form of the page around it is not meant.
        event.stopPropagation()
        onInsert(fallback)
      }}
    >
      <div className="flex items-center gap-1">
        <IconButton label={texts.back} onClick={onBack}>
          <ArrowLeft />
        </IconButton>
        <span className="min-w-0 truncate text-sm font-medium">{field}</span>
      </div>
      <TextField
        autoFocus
        label={texts.fallback}
        hint={texts.fallbackHint}
        maxLength={MAX_FALLBACK_LENGTH}
        value={fallback}
        onText={setFallback}
      />
      <code className="rounded-lg bg-sunken px-2.5 py-1.5 text-xs break-all">
        {liquidOf(field, fallback)}
      </code>
      <Button type="submit" look="primary">
        {texts.insert}
      </Button>
    </form>
  )
}
