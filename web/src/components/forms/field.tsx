import { Field } from '@base-ui/react/field'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'

export const inputClass =
  'h-9 w-full rounded-lg border border-edge bg-panel px-3 text-sm text-text shadow-raised transition-colors placeholder:text-faint hover:border-faint data-[invalid]:border-bad aria-[invalid=true]:border-bad disabled:opacity-60'

type LabelProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** A button beside the label. */
  action?: ReactNode
}

function Labels({ label, hint, error, action, children }: LabelProps & { children: ReactNode }) {
  const name = <Field.Label className="text-sm font-medium">{label}</Field.Label>
  return (
    <Field.Root invalid={error !== undefined} className="flex flex-col gap-1.5">
      {action === undefined ? (
        name
      ) : (
        <div className="-my-1.5 flex items-center justify-between gap-2">
          {name}
          {action}
        </div>
      )}
      {children}
      {hint !== undefined && error === undefined && (
        <Field.Description className="text-xs text-soft">{hint}</Field.Description>
      )}
      {error !== undefined && (
        <Field.Error match className="text-xs font-medium text-bad">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  )
}

type OnText = ((text: string) => void) | undefined

const changeOf = (onText: OnText) =>
  onText && { onChange: ({ target }: { target: { value: string } }) => onText(target.value) }

type InputProps = LabelProps & Omit<ComponentProps<'input'>, 'className' | 'list'> & { onText?: OnText }

type TextFieldProps = InputProps & { suggestions?: readonly string[] | undefined }

export function TextField({ label, hint, error, action, onText, suggestions, ...input }: TextFieldProps) {
  const list = useId()
  return (
    <Labels label={label} hint={hint} error={error} action={action}>
      <Field.Control
        render={<input {...input} {...changeOf(onText)} list={suggestions && list} />}
        className={inputClass}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </Labels>
  )
}

export function PasswordField({ label, hint, error, onText, ...input }: InputProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Labels label={label} hint={hint} error={error}>
      <span className="relative block">
        <Field.Control
          render={<input {...input} {...changeOf(onText)} type={isShown ? 'text' : 'password'} />}
          className={classes(inputClass, 'pr-10')}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-lg text-soft hover:text-text [&_svg]:size-4"
          aria-label={isShown ? texts.hidePassword : texts.showPassword}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </button>
      </span>
    </Labels>
  )
}

type TextAreaProps = LabelProps & Omit<ComponentProps<'textarea'>, 'className'> & { onText?: OnText }

export function TextArea({ label, hint, error, action, onText, ...area }: TextAreaProps) {
  return (
    <Labels label={label} hint={hint} error={error} action={action}>
      <Field.Control
        render={<textarea rows={4} {...area} {...changeOf(onText)} />}
        className={classes(inputClass, 'h-auto py-2 font-mono text-xs leading-relaxed')}
      />
    </Labels>
  )
}
