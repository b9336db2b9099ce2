// Campaigns that take their content from a template. The content is copied, so a later change of the template does not
// change the campaign.
import type { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { EmailAddress } from '../../platform/addresses/email-address.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { BlockDocument } from '../templates/blocks/blocks.schema.ts'
import type { BrandKit } from '../templates/brand/brand.schema.ts'
import {
  findTemplate,
  findTemplateId,
  listTranslations,
  newerDocument,
  resolveBody,
  unknownTemplate,
} from '../templates/index.ts'
import type { ResolvedBody, TemplateRow } from '../templates/index.ts'
import type { CampaignRow } from './campaigns.queries.ts'
import type { CampaignCreate, CampaignPatch } from './campaigns.schema.ts'
import { translationSources, variantSources } from './prepare-content.service.ts'
import type { TranslationSource, VariantInput, VariantSource } from './prepare-content.service.ts'

type CampaignInput = z.output<typeof CampaignCreate>

/** The fields that a template supplies if the request does not. */
type ContentFields = Pick<
  CampaignInput,
  'subject' | 'body' | 'blocks' | 'variants' | 'previewText' | 'from' | 'fromName' | 'replyTo' | 'topic'
>
type CompleteContent = ContentFields & {
  subject: string
  body: string
  blocks: BlockDocument | null
  variants: VariantSource[] | null
  from: string
  templateId: TemplateId | null
  /** The other languages of the template. */
  translations: TranslationSource[] | null
}
type CampaignWithContent<Fields> = Omit<Fields, keyof CompleteContent> & CompleteContent

/** The fields of a campaign, with the content of its template. */
export type CampaignFields = CampaignWithContent<Omit<CampaignInput, 'template'>>

/** A template with its texts in other languages. */
export type TranslatedTemplate = TemplateRow & { translations: readonly TranslationSource[] }

/** Finds it by id or alias; undefined without a key. @throws AppError VALIDATION_ERROR if it does not exist */
export async function findNamedTemplate(
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string | null | undefined },
): Promise<TranslatedTemplate | undefined> {
  if (key === null || key === undefined) return undefined
  const templateId = await findTemplateId(db, { projectId, key })
  const template = templateId && (await findTemplate(db, { projectId, templateId }))
  if (template) return { ...template, translations: await listTranslations(db, template) }
  const message = await unknownTemplate(db, { projectId, key })
  throw invalidFields({ field: 'template', message, code: 'custom' })
}

/** Fields that are given win over those of the template. @throws AppError if neither has a sender, or body and blocks differ */
export function completeFields<Fields extends ContentFields>(
  fields: Fields,
  { template, kit }: { template: TranslatedTemplate | undefined; kit: BrandKit },
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
    ...bodyOf(fields, { template, kit }),
    variants: resolveVariants(fields.variants, { kit }),
    previewText: fields.previewText ?? template?.preview_text ?? null,
    from,
    fromName: fields.fromName ?? template?.from_name ?? null,
    replyTo: fields.replyTo ?? template?.reply_to ?? null,
    topic: fields.topic ?? template?.topic ?? null,
    templateId: template?.template_id ?? null,
    translations: copiedTranslations(fields, template),
  }
}

type Brand = { kit: BrandKit }

/** The blocks of a template are copied with its body. */
function bodyOf(
  { body, blocks }: Pick<ContentFields, 'body' | 'blocks'>,
  { template, kit }: Brand & { template: TranslatedTemplate | undefined },
): ResolvedBody {
  if (template && body === null && blocks === null) return { body: template.body, blocks: blocksOf(template) }
  return resolveBody({ body, blocks }, { kit })
}

const blocksOf = ({ blocks }: TemplateRow): BlockDocument | null =>
  blocks === null ? null : newerDocument(blocks as BlockDocument)

/** The variants with the bodies of their blocks. `before`: the variants that the campaign had. */
export const resolveVariants = (
  variants: readonly VariantInput[] | null,
  { kit, before = null }: Brand & { before?: readonly VariantInput[] | null },
): VariantSource[] | null =>
  variantSources(variants)?.map((variant, index) => {
    if (!variant.blocks) return variant
    const field = `variants.${index}.blocks`
    return { ...variant, ...resolveBody(variant, { kit, before: before?.[index]?.body, field }) }
  }) ?? null

/** None if the request has a subject or a body of its own: they would be missing in the other languages. */
function copiedTranslations(
  {
    subject,
    body,
    blocks,
  }: { subject?: string | null | undefined; body?: string | null | undefined; blocks?: unknown },
  template: TranslatedTemplate | undefined,
): TranslationSource[] | null {
  if (!template || template.translations.length === 0) return null
  return (subject ?? body ?? blocks ?? null) === null ? translationSources(template.translations) : null
}

type Patch = z.output<typeof CampaignPatch>
/** The blocks of the template, else its body, unless the request has its own. */
function contentOf({ body, blocks }: Patch, template: TemplateRow): Pick<Patch, 'body' | 'blocks'> {
  if ((body ?? blocks ?? null) !== null) return {}
  const copied = blocksOf(template)
  return copied ? { blocks: copied } : { body: template.body, blocks: null }
}

type SenderColumns = Pick<CampaignRow, 'from_name' | 'reply_to' | 'topic'>

/** A new template replaces the texts. Sender, reply address and topic of the campaign stay, unless it has none. */
export const patchFromTemplate = (patch: Patch, template: TemplateRow, before: SenderColumns): Patch => ({
  subject: template.subject,
  ...contentOf(patch, template),
  previewText: template.preview_text,
  fromName: before.from_name ?? template.from_name,
  // Both were checked when they were saved.
  replyTo: (before.reply_to ?? template.reply_to) as EmailAddress | null,
  topic: before.topic ?? template.topic,
  ...patch,
})

/** The translations after a patch: those of a new template, none after a new text, else those from before. */
export function translationsAfter(
  patch: Patch,
  template: TranslatedTemplate | undefined,
  before: readonly TranslationSource[] | null,
): TranslationSource[] | null {
  if (template) return copiedTranslations(patch, template)
  const hasNewText = (patch.subject ?? patch.body ?? patch.blocks ?? patch.previewText ?? null) !== null
  return hasNewText ? null : translationSources(before)
}
