// What an author writes, as texts: an empty one stands for "none".
import type { Template, TemplateVersion } from '../../api/templates.ts'

export const TEXT_FIELDS = [
  'name',
  'alias',
  'description',
  'subject',
  'previewText',
  'body',
  'text',
  'from',
  'fromName',
  'replyTo',
] as const

export type TextFieldName = (typeof TEXT_FIELDS)[number]
export type TemplateFields = Record<TextFieldName, string> & { type: Template['type'] }

const REQUIRED: ReadonlySet<TextFieldName> = new Set(['name', 'subject', 'body'])
const NAMES = [...TEXT_FIELDS, 'type'] as const

export function fieldsOf(record: Template | (TemplateVersion & { alias: string | null })): TemplateFields {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, record[name] ?? '']))
  return { ...(texts as Record<TextFieldName, string>), type: record.type }
}

export const isSame = (a: TemplateFields, b: TemplateFields): boolean =>
  NAMES.every((name) => a[name] === b[name])

/** As the API takes it. */
export const valueOf = (fields: TemplateFields, name: TextFieldName): string | null =>
  fields[name] === '' && !REQUIRED.has(name) ? null : fields[name]

/** Only what was changed. */
export function changesFrom(before: TemplateFields, fields: TemplateFields): Record<string, string | null> {
  const changed = NAMES.filter((name) => before[name] !== fields[name])
  return Object.fromEntries(
    changed.map((name) => [name, name === 'type' ? fields.type : valueOf(fields, name)]),
  )
}

/** What was typed while a save was under way stays; the rest is as the server has it now. */
export function mergeSaved(
  fields: TemplateFields,
  { sent, saved }: { sent: TemplateFields; saved: TemplateFields },
): TemplateFields {
  const kept = NAMES.filter((name) => fields[name] !== sent[name])
  return { ...saved, ...Object.fromEntries(kept.map((name) => [name, fields[name]])) }
}
