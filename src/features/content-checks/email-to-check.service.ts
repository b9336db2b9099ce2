import type { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { translationFor } from '../../platform/text/languages.ts'
import { findBrand, findTemplate, findTemplateId, listTranslations, resolveBody } from '../templates/index.ts'
import type { DraftChecksRequest, TemplateChecksRequest } from './content-checks.schema.ts'
import type { EmailToCheck } from './content-checks.service.ts'

/** Checks of links have no spam to ask for. */
type WithoutSpam<Schema extends z.ZodType<{ spam: boolean }>> = Omit<z.output<Schema>, 'spam'> & {
  spam?: boolean
}

export async function draftToCheck(
  db: Db,
  { projectId }: { projectId: ProjectId },
  { data, contactId, spam = false, ...draft }: WithoutSpam<typeof DraftChecksRequest>,
): Promise<EmailToCheck> {
  const { kit } = await findBrand(db, { projectId })
  const { body } = resolveBody(draft, { kit })
  return { projectId, fields: { ...draft, body }, from: null, data, contactId, spam }
}

/** @throws AppError TEMPLATE_NOT_FOUND */
export async function templateToCheck(
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string },
  { data, contactId, language, spam = false }: WithoutSpam<typeof TemplateChecksRequest>,
): Promise<EmailToCheck> {
  const templateId = await findTemplateId(db, { projectId, key })
  const template = templateId && (await findTemplate(db, { projectId, templateId }))
  if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
  const translation = translationFor(await listTranslations(db, template), language)
  const texts = { ...template, ...translation }
  const fields = {
    subject: texts.subject,
    body: texts.body,
    text: texts.text_given,
    previewText: texts.preview_text,
    fromName: template.from_name,
    type: template.type,
  }
  return { projectId, fields, from: template.from_email, data, contactId, spam }
}
