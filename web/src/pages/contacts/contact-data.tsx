// The data of a contact, key by key. Typed values are parsed as JSON if possible.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { changeContact, contactQuery } from '../../api/contacts.ts'
import type { Contact } from '../../api/contacts.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { formatValue } from './contact-columns.tsx'
import { contacts as texts } from './contacts.texts.ts'

const { detail } = texts

/** "25" is a number and "Ada" a text; "\"25\"" is a text that looks like a number. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export function ContactData({ contact }: { contact: Contact }) {
  const { api, may } = useProject()
  const change = useChange({
    call: (_, data: Record<string, unknown>) => changeContact(api, contact.id, { data }),
    record: contactQuery(api, contact.id),
    done: detail.saved,
  })
  const entries = Object.entries(contact.data)
  return (
    <Card title={detail.data}>
      {entries.length === 0 && <p className="text-sm text-soft">{detail.noData}</p>}
      <dl className="divide-y divide-line text-sm">
        {entries.map(([key, value]) => (
          <div key={key} className="flex min-h-9 items-center gap-2">
            <dt className="w-28 shrink-0 truncate text-soft" title={key}>
              {key}
            </dt>
            <dd className="min-w-0 grow truncate" title={formatValue(value)}>
              {formatValue(value)}
            </dd>
            {may('member') && (
              <dd>
                <IconButton label={detail.removeKey(key)} onClick={() => change.mutate({ [key]: null })}>
                  <X />
                </IconButton>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {may('member') && <AddKey isBusy={change.isPending} onAdd={(data) => change.mutate(data)} />}
    </Card>
  )
}

function AddKey({ isBusy, onAdd }: { isBusy: boolean; onAdd: (data: Record<string, unknown>) => void }) {
  const [key, setKey] = useState('')
  const [text, setText] = useState('')
  return (
    <form
      className="mt-3 flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() === '') return
        onAdd({ [key.trim()]: readValue(text) })
        setKey('')
        setText('')
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <TextField label={detail.key} value={key} maxLength={200} onText={setKey} />
        <TextField label={detail.value} value={text} onText={setText} />
      </div>
      <div className="flex items-center justify-between gap-2">
        <p className="text-xs text-soft">{detail.valueHint}</p>
        <Button type="submit" size="small" icon={<Plus />} isBusy={isBusy} disabled={key.trim() === ''}>
          {detail.addKey}
        </Button>
      </div>
    </form>
  )
}
