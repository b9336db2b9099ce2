// The form for creating and editing a webhook.
import { useState } from 'react'
import type { z } from 'zod'
import { WebhookCreate } from '../../../../src/features/webhooks/endpoints/webhooks.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { TextField } from '../../components/forms/field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { sentence } from '../../components/forms/sentence.ts'
import { EventPicker } from './event-picker.tsx'
import { webhooks } from './webhooks.texts.ts'

const texts = webhooks.form

type WebhookFields = {
  url: string
  description: string | null
  events: string[]
  batch: { max: number; waitMs: number } | null
}

export const NEW_WEBHOOK: WebhookFields = { url: '', description: null, events: [], batch: null }

// The default of the docs.
const DEFAULT_BATCH = { max: 100, waitMs: 1000 }

type FormProps = {
  first: WebhookFields
  submit: string
  isBusy: boolean
  error: Error | null
  isDisabled?: boolean
  onSubmit: (webhook: z.output<typeof WebhookCreate>) => void
  onCancel?: () => void
}

export function WebhookForm(props: FormProps) {
  const { first, submit, isBusy, error, isDisabled = false, onSubmit, onCancel } = props
  const [fields, setFields] = useState(first)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = (changes: Partial<WebhookFields>) => setFields((old) => ({ ...old, ...changes }))
  const errors = { ...serverErrors(error), ...problems }
  const check = () => {
    const { success, data, error: wrong } = WebhookCreate.safeParse(fields)
    const found = (wrong?.issues ?? []).map(({ path, message }) => [path.join('.'), sentence(message)])
    setProblems(Object.fromEntries(found) as Record<string, string>)
    if (success) onSubmit(data)
  }
  const eventsError = Object.entries(errors).find(([field]) => field.startsWith('events'))?.[1]
  const isPlaced = Object.keys(errors).some((field) => /^(url|description|events|batch)/.test(field))
  return (
    <DialogForm submit={isDisabled ? undefined : submit} isBusy={isBusy} onSubmit={check} onCancel={onCancel}>
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        error={errors['url']}
        type="url"
        value={fields.url}
        maxLength={2048}
        disabled={isDisabled}
        onText={(url) => change({ url })}
      />
      <TextField
        label={texts.description}
        error={errors['description']}
        value={fields.description ?? ''}
        maxLength={500}
        disabled={isDisabled}
        onText={(description) => change({ description: description || null })}
      />
      <EventPicker
        events={fields.events}
        error={fields.events.length === 0 && eventsError !== undefined ? texts.chooseOne : eventsError}
        isDisabled={isDisabled}
        onChange={(events) => change({ events })}
      />
      <Batch
        batch={fields.batch}
        errors={errors}
        isDisabled={isDisabled}
        onChange={(batch) => change({ batch })}
      />
      {error && !isPlaced && <ErrorNotice error={error} />}
    </DialogForm>
  )
}

const serverErrors = (error: Error | null): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)]))
    : {}

type BatchProps = {
  batch: WebhookFields['batch']
  errors: Record<string, string>
  isDisabled: boolean
  onChange: (batch: WebhookFields['batch']) => void
}

function Batch({ batch, errors, isDisabled, onChange }: BatchProps) {
  const field = (name: 'max' | 'waitMs', label: string) => (
    <TextField
      label={label}
      type="number"
      error={
        errors[`batch.${name}`] && (Number.isNaN(batch?.[name]) ? texts.wholeNumber : errors[`batch.${name}`])
      }
      value={Number.isNaN(batch?.[name]) ? '' : (batch?.[name] ?? '')}
      disabled={isDisabled}
      onText={(text) => batch && onChange({ ...batch, [name]: text === '' ? Number.NaN : Number(text) })}
    />
  )
  return (
    <div className="rounded-xl border border-line px-3">
      <SwitchRow
        label={texts.batch}
        hint={texts.batchHint}
        isOn={batch !== null}
        isDisabled={isDisabled}
        onChange={(isOn) => onChange(isOn ? DEFAULT_BATCH : null)}
      />
      {batch && (
        <div className="grid grid-cols-2 gap-3 pb-3">
          {field('max', texts.batchMax)}
          {field('waitMs', texts.batchWait)}
        </div>
      )}
    </div>
  )
}
