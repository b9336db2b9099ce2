// A form while it is edited: every value as its input has it. Pure.
import type { z } from 'zod'
import { FormCreate } from '../../../../../src/features/forms/forms.schema.ts'
import type { FormPatch } from '../../../../../src/features/forms/forms.schema.ts'
import { EMAIL_KEY } from '../../../../../src/features/forms/forms.values.ts'
import type { FieldType } from '../../../../../src/features/forms/forms.values.ts'
import type { Form } from '../../../api/audience/forms.ts'
import { sentence } from '../../../components/forms/sentence.ts'

export type FieldDraft = {
  /** The React key. The server does not know it. */
  id: number
  key: string
  label: string
  type: FieldType
  required: boolean
  /** One per line. */
  options: string
}

export type FormDraft = {
  name: string
  fields: FieldDraft[]
  topics: string[]
  submitLabel: string
  successText: string
  redirectUrl: string
  consentText: string
  /** One per line. */
  allowedOrigins: string
  confirm: 'project' | 'always' | 'never'
  enabled: boolean
}

export const NEW_FORM: FormDraft = {
  name: '',
  fields: [{ id: 0, key: EMAIL_KEY, label: 'Email', type: 'email', required: true, options: '' }],
  topics: [],
  submitLabel: '',
  successText: '',
  redirectUrl: '',
  consentText: '',
  allowedOrigins: '',
  confirm: 'project',
  enabled: true,
}

export const draftOf = (form: Form): FormDraft => ({
  name: form.name,
  fields: form.fields.map((field, id) => ({ ...field, id, options: (field.options ?? []).join('\n') })),
  topics: form.topics,
  submitLabel: form.submitLabel ?? '',
  successText: form.successText ?? '',
  redirectUrl: form.redirectUrl ?? '',
  consentText: form.consentText ?? '',
  allowedOrigins: form.allowedOrigins.join('\n'),
  confirm: form.confirm === null ? 'project' : form.confirm ? 'always' : 'never',
  enabled: form.enabled,
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const bodyOf = (draft: FormDraft) => ({
  name: draft.name.trim(),
  fields: draft.fields.map(({ key, label, type, required, options }) => ({
    key,
    label: label.trim(),
    type,
    required,
    ...(type === 'select' && { options: linesOf(options) }),
  })),
  topics: draft.topics,
  submitLabel: textOrNull(draft.submitLabel),
  successText: textOrNull(draft.successText),
  redirectUrl: textOrNull(draft.redirectUrl),
  consentText: textOrNull(draft.consentText),
  allowedOrigins: linesOf(draft.allowedOrigins),
  confirm: { project: null, always: true, never: false }[draft.confirm],
  enabled: draft.enabled,
})

export type DraftBody = ReturnType<typeof bodyOf>

const isSamePart = (one: DraftBody, other: DraftBody, name: keyof DraftBody): boolean =>
  JSON.stringify(one[name]) === JSON.stringify(other[name])

const namesOf = (draft: FormDraft) => Object.keys(draft) as (keyof FormDraft)[]

/** The parts that differ from `base`. Only they are sent, so that changes of others to the rest stay. */
export function changesOf(base: FormDraft, draft: FormDraft): z.input<typeof FormPatch> {
  const [old, body] = [bodyOf(base), bodyOf(draft)]
  return Object.fromEntries(
    namesOf(draft)
      .filter((name) => !isSamePart(old, body, name))
      .map((name) => [name, body[name]]),
  )
}

export const isSame = (one: FormDraft, other: FormDraft): boolean =>
  Object.keys(changesOf(one, other)).length === 0

/** The draft on a newer record: parts that the author has not changed since `base` are those of the record. */
export function followed(draft: FormDraft, { base, saved }: Record<'base' | 'saved', FormDraft>): FormDraft {
  const changed = changesOf(base, draft)
  const kept = namesOf(draft).filter((name) => name in changed)
  return { ...saved, ...Object.fromEntries(kept.map((name) => [name, draft[name]])) }
}

/** Messages by the path of their field, such as fields.1.label. */
export function problemsOf(body: DraftBody): Record<string, string> {
  const { error } = FormCreate.safeParse(body)
  // The first message about a field wins.
  const issues = (error?.issues ?? []).toReversed()
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), sentence(message)]))
}

type FieldError = { field: string; message: string }

/** The server's messages about parts that were not changed since. */
export function answersFor(
  errors: readonly FieldError[],
  { sent, draft }: Record<'sent' | 'draft', FormDraft>,
): Record<string, string> {
  const changed = changesOf(sent, draft)
  const current = errors.filter(({ field }) => !((field.split('.')[0] ?? '') in changed))
  return Object.fromEntries(current.map(({ field, message }) => [field, sentence(message)]))
}

/** The first problem of a list or of one of its items. */
export const problemIn = (problems: Readonly<Record<string, string>>, list: string): string | undefined =>
  Object.entries(problems).find(([field]) => field === list || field.startsWith(`${list}.`))?.[1]
