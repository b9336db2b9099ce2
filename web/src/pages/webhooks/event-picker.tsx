import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { RESERVED_PREFIXES } from '../../../../src/features/events/event-name.schema.ts'
import { RESERVED_EVENT_NAMES } from '../../../../src/features/events/event-names.schema.ts'
import { eventNamesQuery } from '../../api/audience/events.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Checkbox } from '../../components/forms/checkbox.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { webhooks } from './webhooks.texts.ts'

const texts = webhooks.form

const EVERY = '*'

const DEFAULT_EVENTS = ['email.bounced', 'email.complained', 'contact.unsubscribed']

type PickerProps = {
  events: readonly string[]
  error: string | undefined
  isDisabled: boolean
  onChange: (events: string[]) => void
}

/** Every event, or some built-in and own events. */
export function EventPicker({ events, error, isDisabled, onChange }: PickerProps) {
  const isEvery = events.includes(EVERY)
  const errorId = useId()
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="flex flex-col gap-1.5">
      <legend className="text-sm font-medium">{texts.events}</legend>
      <div className="rounded-xl border border-line px-3">
        <SwitchRow
          label={texts.every}
          hint={texts.everyHint}
          isOn={isEvery}
          isDisabled={isDisabled}
          onChange={(isOn) => onChange(isOn ? [EVERY] : DEFAULT_EVENTS)}
        />
        {!isEvery && <Names events={events} isDisabled={isDisabled} onChange={onChange} />}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function familyOf(name: string): keyof typeof texts.families {
  const prefix = RESERVED_PREFIXES.find((one) => name.startsWith(one))?.slice(0, -1)
  return prefix !== undefined && prefix in texts.families ? (prefix as 'email') : 'own'
}

const FAMILIES = Object.keys(texts.families) as (keyof typeof texts.families)[]

function Names({ events, isDisabled, onChange }: Omit<PickerProps, 'error'>) {
  const { api } = useProject()
  const { data } = useQuery(eventNamesQuery(api))
  const names = [...new Set([...RESERVED_EVENT_NAMES, ...(data?.eventNames ?? []), ...events])]
  return (
    <div className="flex flex-col gap-3 border-t border-line py-3">
      {FAMILIES.map((family) => {
        const inFamily = names.filter((name) => familyOf(name) === family)
        return (
          <section key={family} aria-label={texts.families[family]}>
            <p aria-hidden className="mb-1 text-xs font-medium text-soft">
              {texts.families[family]}
            </p>
            <ul className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
              {inFamily.map((name) => (
                <li key={name}>
                  <label className="flex min-h-7 items-center gap-2.5 text-sm">
                    <Checkbox
                      label={name}
                      isChecked={events.includes(name)}
                      isDisabled={isDisabled}
                      onChange={(isOn) =>
                        onChange(isOn ? [...events, name] : events.filter((one) => one !== name))
                      }
                    />
                    <span aria-hidden className="truncate">
                      {name}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            {family === 'own' && !isDisabled && (
              <OtherName onAdd={(name) => onChange([...new Set([...events, name])])} />
            )}
          </section>
        )
      })}
    </div>
  )
}

function OtherName({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="mt-1 flex items-end gap-2">
      <div className="grow">
        <TextField
          label={texts.other}
          value={name}
          maxLength={255}
          placeholder="order.paid"
          onText={setName}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Must not submit the form.
            event.preventDefault()
            add()
          }}
        />
      </div>
      <Button disabled={name.trim() === ''} onClick={add}>
        {texts.addOther}
      </Button>
    </div>
  )
}
