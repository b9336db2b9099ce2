// Campaigns that take their content from a template. The content is copied, so a later change of the template does not
// change the campaign.
import type { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { EmailAddress } from '../../platform/addresses/email-address.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import { findTemplate, findTemplateId } from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import type { CampaignRow } from './campaigns.queries.ts'
import type { CampaignCreate, CampaignPatch } from './campaigns.schema.ts'

type CampaignInput = z.output<typeof CampaignCreate>

/** The fields that a template supplies if the request does not. */
type ContentFields = Pick<
  CampaignInput,
  'subject' | 'body' | 'previewText' | 'from' | 'fromName' | 'replyTo' | 'topic'
>
type CompleteContent = ContentFields & {
  subject: string
  body: string
  from: string
  templateId: TemplateId | null
}
type CampaignWithContent<Fields> = Omit<Fields, keyof CompleteContent> & CompleteContent

/** The fields of a campaign, with the content of its template. */
export type CampaignFields = CampaignWithContent<Omit<CampaignInput, 'template'>>

/** Finds it by id or alias; undefined without a key. @throws AppError VALIDATION_ERROR if it does not exist */
export async function findNamedTemplate(
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string | null | undefined },
): Promise<TemplateRow | undefined> {
  if (key === null || key === undefined) return undefined
  const templateId = await findTemplateId(db, { projectId, key })
  const template = templateId && (await findTemplate(db, { projectId, templateId }))
  if (template) return template
  throw invalidFields({ field: 'template', message: 'names no template of this project', code: 'custom' })
}

/** Fields that are given win over those of the template. @throws AppError if neither has a sender */
export function completeFields<Fields extends ContentFields>(
  fields: Fields,
  template: TemplateRow | undefined,
): CampaignWithContent<Fields> {
  const from = fields.from ?? template?.from_email
  if (!from) {
    throw invalidFields({
      field: 'from',
      message: 'is required: the template has no sender',
      code: 'required',
    })
  }
  return {
    ...fields,
    subject: fields.subject ?? template?.subject ?? '',
    body: fields.body ?? template?.body ?? '',
    previewText: fields.previewText ?? template?.preview_text ?? null,
    from,
    fromName: fields.fromName ?? template?.from_name ?? null,
    replyTo: fields.replyTo ?? template?.reply_to ?? null,
    topic: fields.topic ?? template?.topic ?? null,
    templateId: template?.template_id ?? null,
  }
}

type Patch = z.output<typeof CampaignPatch>
type SenderColumns = Pick<CampaignRow, 'from_name' | 'reply_to' | 'topic'>

/** A new template replaces the texts. Sender, reply address and topic of the campaign stay, unless it has none. */
export const patchFromTemplate = (patch: Patch, template: TemplateRow, before: SenderColumns): Patch => ({
  subject: template.subject,
  body: template.body,
  previewText: template.preview_text,
  fromName: before.from_name ?? template.from_name,
  // Both were checked when they were saved.
  replyTo: (before.reply_to ?? template.reply_to) as EmailAddress | null,
  topic: before.topic ?? template.topic,
  ...patch,
})
