import { Button } from '../../../../components/forms/button.tsx'
import type { FormEvent, ReactNode } from 'react'
import { KindField, ValueField } from '../../../../patterns/data-fields/field-inputs.tsx'
import type { FieldDraft } from '../../../../patterns/data-fields/field-value.ts'
import { profile } from '../profile.texts.ts'

const { fields: texts } = profile

type FieldFormProps = {
  /** Above the value: the name of a new field. */
  name?: ReactNode
  draft: FieldDraft
  error: string | undefined
  isBusy: boolean
  onChange: (draft: FieldDraft) => void
  onSave: () => void
  onCancel: () => void
}

/** One form to add a field and to change one. */
export function FieldForm({ name, draft, error, isBusy, onChange, onSave, onCancel }: FieldFormProps) {
  return (
    <form
      className="flex flex-col gap-3 rounded-lg bg-sunken p-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) onSave()
      }}
    >
      {name}
      <KindField draft={draft} onChange={onChange} />
      <ValueField draft={draft} error={error} onText={(text) => onChange({ ...draft, text })} />
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" isBusy={isBusy}>
          {texts.save}
        </Button>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
