// Between the rows of templates and what their services work with.
import type { z } from 'zod'
import type { BlockDocument } from './blocks/blocks.schema.ts'
import { newerDocument } from './blocks/older-documents.values.ts'
import type { PreparedTexts } from './prepare/prepare-texts.service.ts'
import type { Check } from './prepare/template-checks.ts'
import type { PreparedTemplate } from './prepare/prepare-template.ts'
import type { NewVersion, TemplateRef, TemplateRow, TranslationRow } from './templates.queries.ts'
import type { TemplateCreate } from './templates.schema.ts'

type CreateFields = z.output<typeof TemplateCreate>
/** The editable fields; addresses come from the database as plain text. */
export type Fields = Omit<CreateFields, 'from' | 'replyTo' | 'body'> & {
  from: string | null
  replyTo: string | null
  body: string
}
/** `partials` is missing if the content was prepared earlier. */
export type PreparedVersion = Omit<PreparedTexts, 'partials'> & Partial<Pick<PreparedTexts, 'partials'>>

type VersionParts = TemplateRef & {
  version: number
  now: Date
  fields: Fields
  prepared: PreparedVersion
  /** The partial whose change makes the version; null if somebody saves it. */
  partialKey?: string | null
  /** Whether a change of the brand kit makes it. */
  isFromBrand?: boolean | undefined
}

export function toVersionRow(parts: VersionParts) {
  const { projectId, templateId, version, now, fields, prepared, partialKey = null, isFromBrand } = parts
  return {
    project_id: projectId,
    template_id: templateId,
    version,
    name: fields.name,
    description: fields.description,
    preview_text: fields.previewText,
    type: fields.type,
    topic: fields.topic,
    subject: fields.subject,
    body: fields.body,
    blocks: fields.blocks && JSON.stringify(fields.blocks),
    text_given: fields.text,
    html: prepared.html,
    text_part: prepared.text,
    from_email: fields.from,
    from_name: fields.fromName,
    reply_to: fields.replyTo,
    variables: [...prepared.variables],
    is_plain: prepared.isPlain,
    checks: JSON.stringify(prepared.checks),
    partial_key: partialKey,
    from_brand: isFromBrand ?? false,
    languages: Object.keys(fields.translations).toSorted(),
    created_at: now,
  } satisfies NewVersion
}

export function toTranslationRows({ projectId, templateId, version, fields, prepared }: VersionParts) {
  return Object.entries(fields.translations).flatMap(([language, texts]) => {
    const one = prepared.translations[language]
    if (!one) return []
    return {
      project_id: projectId,
      template_id: templateId,
      version,
      language,
      subject: texts.subject,
      preview_text: texts.previewText,
      body: texts.body,
      text_given: texts.text,
      html: one.html,
      text_part: one.text,
      variables: [...one.variables],
      is_plain: one.isPlain,
      checks: JSON.stringify(one.checks),
    }
  })
}

export const toRow = (
  row: ReturnType<typeof toVersionRow>,
): Omit<TemplateRow, 'alias' | 'created_at' | 'updated_at'> => ({
  ...row,
  blocks: row.blocks === null ? null : (JSON.parse(row.blocks) as TemplateRow['blocks']),
  checks: JSON.parse(row.checks) as TemplateRow['checks'],
})

export function fieldsOf(row: TemplateRow, translations: readonly TranslationRow[]): Fields {
  return {
    name: row.name,
    alias: row.alias,
    description: row.description,
    previewText: row.preview_text,
    subject: row.subject,
    body: row.body,
    blocks: row.blocks === null ? null : newerDocument(row.blocks as BlockDocument),
    text: row.text_given,
    type: row.type as Fields['type'],
    topic: row.topic,
    from: row.from_email,
    fromName: row.from_name,
    replyTo: row.reply_to,
    translations: Object.fromEntries(
      translations.map(({ language, subject, preview_text: previewText, body, text_given: text }) => [
        language,
        { subject, previewText, body, text },
      ]),
    ),
  }
}

export function preparedOf(row: TemplateRow, translations: readonly TranslationRow[]): PreparedVersion {
  return {
    ...contentOf(row),
    translations: Object.fromEntries(translations.map((one) => [one.language, contentOf(one)])),
  }
}

type ContentColumns = Pick<TranslationRow, 'html' | 'text_part' | 'variables' | 'is_plain' | 'checks'>

function contentOf(row: ContentColumns): PreparedTemplate {
  return {
    html: row.html,
    text: row.text_part,
    variables: row.variables,
    isPlain: row.is_plain,
    checks: row.checks as unknown as Check[],
  }
}
