// The editable fields of a template as texts; an empty text stands for null.
import { addFallback, addFallbackToJson } from '../../patterns/email-editor/add-fallback.ts'
import type { Template, TemplateVersion } from '../../api/content/templates.ts'

const TEXT_FIELDS = [
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
  'topic',
] as const

export type TextFieldName = (typeof TEXT_FIELDS)[number]
export type TemplateFields = Record<TextFieldName, string> & {
  type: Template['type']
  /** The document of the block editor as JSON; empty if the body is written as code. */
  blocks: string
}

const REQUIRED: ReadonlySet<TextFieldName> = new Set(['name', 'subject', 'body'])
const NAMES = [...TEXT_FIELDS, 'type', 'blocks'] as const

export function fieldsOf(record: Template | (TemplateVersion & { alias: string | null })): TemplateFields {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, record[name] ?? '']))
  const blocks = record.blocks === null ? '' : JSON.stringify(record.blocks)
  return { ...(texts as Record<TextFieldName, string>), type: record.type, blocks }
}

export const isSame = (a: TemplateFields, b: TemplateFields): boolean =>
  NAMES.every((name) => a[name] === b[name])

export const valueOf = (fields: TemplateFields, name: TextFieldName): string | null =>
  fields[name] === '' && !REQUIRED.has(name) ? null : fields[name]

/** Only changed fields. The server renders the body of blocks, so it is not sent with them. */
export function changesFrom(before: TemplateFields, fields: TemplateFields): Record<string, unknown> {
  const changed = TEXT_FIELDS.filter((name) => name !== 'body' && before[name] !== fields[name])
  return {
    ...Object.fromEntries(changed.map((name) => [name, valueOf(fields, name)])),
    ...(before.type !== fields.type && { type: fields.type }),
    ...contentChange(before, fields),
  }
}

function contentChange(before: TemplateFields, { body, blocks }: TemplateFields): Record<string, unknown> {
  if (blocks !== '') return blocks === before.blocks ? {} : { blocks: JSON.parse(blocks) as unknown }
  if (body !== before.body) return { body }
  return before.blocks === '' ? {} : { blocks: null }
}

export const contentOf = ({ body, blocks }: TemplateFields): { body: string } | { blocks: unknown } =>
  blocks === '' ? { body } : { blocks: JSON.parse(blocks) as unknown }

/** Keeps fields that were changed during the save. */
export function mergeSaved(
  fields: TemplateFields,
  { sent, saved }: { sent: TemplateFields; saved: TemplateFields },
): TemplateFields {
  const kept = NAMES.filter((name) => fields[name] !== sent[name])
  return { ...saved, ...Object.fromEntries(kept.map((name) => [name, fields[name]])) }
}

/** The changes that give a variable its fallback in every text. */
export function withFallback(
  { subject, previewText, body, text, blocks }: TemplateFields,
  [field, fallback]: readonly [string, string],
): Partial<TemplateFields> {
  const add = (one: string) => addFallback(one, field, fallback)
  return {
    subject: add(subject),
    previewText: add(previewText),
    text: add(text),
    ...(blocks === '' ? { body: add(body) } : { blocks: addFallbackToJson(blocks, field, fallback) }),
  }
}
