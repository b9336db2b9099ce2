// The fields of a contact, each by its kind. Values with parts of their own are shown, and changed as JSON only: what nobody touches is
// never sent, so nothing of it can be lost.
import { useQuery } from '@tanstack/react-query'
import { Braces, List, Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { changeContact, contactFieldsQuery, contactQuery } from '../../../../api/audience/contacts.ts'
import type { Contact } from '../../../../api/audience/contacts.ts'
import { useChange } from '../../../../app/use-change.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Button, IconButton } from '../../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../../components/forms/field.tsx'
import { readJsonObject } from '../../../../components/forms/read-json.ts'
import { Card } from '../../../../components/page.tsx'
import { formatDay } from '../../../../format/time.tsx'
import { formatValue } from '../../../../patterns/contact/format-value.ts'
import { dataTexts } from '../../../../patterns/data-fields/data-fields.texts.ts'
import {
  changesOf,
  draftOf,
  kindOf,
  kindOfType,
  MAX_KEY_LENGTH,
  readDraft,
  withKind,
} from '../../../../patterns/data-fields/field-value.ts'
import type { FieldDraft } from '../../../../patterns/data-fields/field-value.ts'
import { profile } from '../profile.texts.ts'
import { FieldForm } from './field-form.tsx'

const { fields: texts } = profile

type Save = ReturnType<typeof useSave>

function useSave(contact: Contact) {
  const { api } = useProject()
  return useChange({
    call: (_, data: Record<string, unknown>) => changeContact(api, contact.id, { data }),
    record: contactQuery(api, contact.id),
    done: texts.saved,
    // Its segments may depend on it.
    refreshes: ['/contacts'],
  })
}

export function ContactFields({ contact }: { contact: Contact }) {
  const { may } = useProject()
  const save = useSave(contact)
  const [isJson, setIsJson] = useState(false)
  return (
    <Card
      title={texts.title}
      actions={
        <IconButton label={isJson ? dataTexts.asFields : dataTexts.asJson} onClick={() => setIsJson(!isJson)}>
          {isJson ? <List /> : <Braces />}
        </IconButton>
      }
    >
      {isJson ? (
        <JsonFields contact={contact} save={save} onDone={() => setIsJson(false)} />
      ) : (
        <FieldRows contact={contact} save={save} isReadOnly={!may('member')} />
      )}
    </Card>
  )
}

type FieldsProps = { contact: Contact; save: Save }

function FieldRows({ contact, save, isReadOnly }: FieldsProps & { isReadOnly: boolean }) {
  const [open, setOpen] = useState<string>()
  const entries = Object.entries(contact.data)
  return (
    <>
      {entries.length === 0 && <p className="text-sm text-soft">{texts.none}</p>}
      <ul className="divide-y divide-line text-sm">
        {entries.map(([key, value]) => (
          <li key={key} className="py-1">
            {open === key ? (
              <EditField name={key} value={value} save={save} onClose={() => setOpen(undefined)} />
            ) : (
              <FieldRow
                name={key}
                value={value}
                isReadOnly={isReadOnly}
                onEdit={() => setOpen(key)}
                onRemove={() => save.mutate({ [key]: null })}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && <AddField contact={contact} save={save} />}
    </>
  )
}

function shownValue(value: unknown): string {
  const kind = kindOf(value)
  if (kind === 'boolean') return value === true ? dataTexts.yes : dataTexts.no
  if (kind === 'date') return formatDay(value as string)
  return kind === 'list' ? (value as string[]).join(', ') : formatValue(value)
}

type FieldRowProps = {
  name: string
  value: unknown
  isReadOnly: boolean
  onEdit: () => void
  onRemove: () => void
}

function FieldRow({ name, value, isReadOnly, onEdit, onRemove }: FieldRowProps) {
  const isNested = kindOf(value) === undefined
  return (
    <div className="flex min-h-8 items-center gap-2">
      <span className="w-28 shrink-0 truncate text-soft" title={name}>
        {name}
      </span>
      <span
        className={isNested ? 'min-w-0 grow truncate font-mono text-xs' : 'min-w-0 grow truncate'}
        title={isNested ? dataTexts.nested : formatValue(value)}
      >
        {shownValue(value)}
      </span>
      {!isReadOnly && !isNested && (
        <IconButton label={texts.edit(name)} onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
      {!isReadOnly && (
        <IconButton label={dataTexts.remove(name)} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </div>
  )
}

type EditFieldProps = { name: string; value: unknown; save: Save; onClose: () => void }

function EditField({ name, value, save, onClose }: EditFieldProps) {
  const [draft, setDraft] = useState(() => draftOf(value))
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const read = readDraft(draft)
    if ('problem' in read) return setProblem(dataTexts[read.problem])
    save.mutate({ [name]: read.value }, { onSuccess: onClose })
  }
  return (
    <FieldForm
      name={<p className="text-sm font-medium">{name}</p>}
      draft={draft}
      error={problem}
      isBusy={save.isPending}
      onChange={setDraft}
      onSave={submit}
      onCancel={onClose}
    />
  )
}

const NEW_FIELD: FieldDraft = { kind: 'text', text: '' }

function AddField({ contact, save }: FieldsProps) {
  const { api } = useProject()
  const [isOpen, setIsOpen] = useState(false)
  const { data: known } = useQuery({ ...contactFieldsQuery(api), enabled: isOpen })
  const [key, setKey] = useState('')
  const [touched, setTouched] = useState<FieldDraft>()
  const [problem, setProblem] = useState<{ key?: string; value?: string }>({})
  const close = () => {
    setIsOpen(false)
    setKey('')
    setTouched(undefined)
    setProblem({})
  }
  if (!isOpen) {
    return (
      <div className="mt-3">
        <Button size="small" icon={<Plus />} onClick={() => setIsOpen(true)}>
          {dataTexts.add}
        </Button>
      </div>
    )
  }
  const name = key.trim()
  // The known fields may arrive after the name was typed.
  const found = known?.fields.find((field) => field.key === name)
  const draft = touched ?? (found ? withKind(NEW_FIELD, kindOfType(found.type)) : NEW_FIELD)
  const submit = () => {
    if (name === '') return setProblem({ key: dataTexts.noKey })
    if (Object.hasOwn(contact.data, name)) return setProblem({ key: texts.taken })
    const read = readDraft(draft)
    if ('problem' in read) return setProblem({ value: dataTexts[read.problem] })
    save.mutate({ [name]: read.value }, { onSuccess: close })
  }
  const suggestions = known?.fields.flatMap((field) => (field.key in contact.data ? [] : [field.key]))
  return (
    <div className="mt-3">
      <FieldForm
        name={
          <TextField
            autoFocus
            label={dataTexts.key}
            value={key}
            maxLength={MAX_KEY_LENGTH}
            suggestions={suggestions ?? []}
            error={problem.key}
            onText={setKey}
          />
        }
        draft={draft}
        error={problem.value}
        isBusy={save.isPending}
        onChange={setTouched}
        onSave={submit}
        onCancel={close}
      />
    </div>
  )
}

function JsonFields({ contact, save, onDone }: FieldsProps & { onDone: () => void }) {
  const { may } = useProject()
  const [text, setText] = useState(() => JSON.stringify(contact.data, null, 2))
  const [isTried, setIsTried] = useState(false)
  const read = readJsonObject(text)
  const submit = () => {
    setIsTried(true)
    if (!read) return
    const changes = changesOf(contact.data, read)
    if (Object.keys(changes).length === 0) return onDone()
    save.mutate(changes, { onSuccess: onDone })
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) submit()
      }}
    >
      <TextArea
        label={texts.json}
        hint={texts.jsonHint}
        rows={12}
        spellCheck={false}
        value={text}
        disabled={!may('member')}
        error={isTried && !read ? dataTexts.badJson : undefined}
        onText={setText}
      />
      {may('member') && (
        <div className="flex gap-2">
          <Button type="submit" size="small" look="primary" isBusy={save.isPending}>
            {texts.save}
          </Button>
          <Button size="small" onClick={onDone}>
            {texts.cancel}
          </Button>
        </div>
      )}
    </form>
  )
}
