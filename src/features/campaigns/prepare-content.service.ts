// The content of a campaign, prepared from its texts: when it is saved, and again when it starts if it contains partials or takes
// the look of the brand kit, which may have changed since.
import { isDeepStrictEqual } from 'node:util'
import type { Db, Trx } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { couponKeysOf, currentBody, findBrand, mayNamePartials, prepareBody } from '../templates/index.ts'
import type { BlockDocument } from '../templates/blocks/blocks.schema.ts'
import type { CampaignRow, StoredTranslation, StoredVariant } from './campaigns.queries.ts'

export type PreparedContent = Pick<
  CampaignRow,
  'html' | 'text_part' | 'variables' | 'is_plain' | 'variants' | 'translations'
>

export type VariantSource = Pick<StoredVariant, 'subject' | 'body' | 'blocks'>
export type VariantInput = {
  subject?: string | null | undefined
  body?: string | null | undefined
  blocks?: BlockDocument | null | undefined
}

/** The variants without the content prepared from them. */
export const variantSources = (variants: readonly VariantInput[] | null): VariantSource[] | null =>
  variants &&
  variants.map(({ subject, body, blocks }) => ({
    subject: subject ?? null,
    body: body ?? null,
    blocks: blocks ?? null,
  }))

/** The texts of a translation. */
export type TranslationSource = Pick<StoredTranslation, 'language' | 'subject' | 'body' | 'preview_text'>

/** The translations without the content prepared from them. */
export const translationSources = (
  translations: readonly TranslationSource[] | null,
): TranslationSource[] | null =>
  translations &&
  translations.map(({ language, subject, body, preview_text }) => ({ language, subject, body, preview_text }))

/** The texts of a campaign that its content is prepared from. */
export type ContentSource = Pick<CampaignRow, 'subject' | 'body' | 'preview_text' | 'from_name'> & {
  variants: VariantSource[] | null
  translations: TranslationSource[] | null
}

export const sourceOf = (content: ContentSource): ContentSource => ({
  subject: content.subject,
  body: content.body,
  preview_text: content.preview_text,
  from_name: content.from_name,
  variants: variantSources(content.variants),
  translations: translationSources(content.translations),
})

/** The texts that can name partials. */
export const textsOf = ({
  body,
  variants,
  translations,
}: Pick<ContentSource, 'body' | 'variants' | 'translations'>): (string | null)[] => [
  body,
  ...(variants ?? []).map((variant) => variant.body),
  ...(translations ?? []).map((translation) => translation.body),
]

type ContentVariables = Pick<PreparedContent, 'variables' | 'variants'>

/** The keys of the coupon lists that the content and its variants name. */
export const couponKeysOfContent = ({ variables, variants }: ContentVariables): string[] =>
  couponKeysOf([...variables, ...(variants ?? []).flatMap((variant) => variant.variables)])

type ContentInput = { threads: ThreadPool; projectId: ProjectId; source: ContentSource }

type Texts = Pick<ContentSource, 'subject' | 'body' | 'preview_text'>
type PreparedTexts = Omit<PreparedContent, 'variants' | 'translations'>

/** @throws AppError TEMPLATE_SYNTAX */
export async function prepareContent(
  db: Db,
  { threads, projectId, source }: ContentInput,
): Promise<PreparedContent> {
  const { from_name: fromName, variants, translations } = source
  requireOneKind(source)
  const prepare = async ({ subject, body, preview_text: previewText }: Texts): Promise<PreparedTexts> => {
    const fields = { subject, body, previewText, fromName, text: null, type: 'MARKETING' as const }
    const { html, text, variables, isPlain } = await prepareBody(db, { threads, projectId, fields })
    return { html, text_part: text, variables: [...variables], is_plain: isPlain }
  }
  const own = await prepare(source)
  // In sequence: each may occupy a thread for seconds.
  const stored: StoredVariant[] = []
  for (const one of variants ?? []) {
    const texts = { ...source, subject: one.subject ?? source.subject, body: one.body ?? source.body }
    stored.push({ ...one, ...(await prepare(texts)) })
  }
  const translated: StoredTranslation[] = []
  for (const one of translations ?? []) translated.push({ ...one, ...(await prepare(one)) })
  // The values that an email needs are stored before its language is known.
  const named = new Set([...own.variables, ...translated.flatMap(({ variables }) => variables)])
  return {
    ...own,
    variables: [...named].toSorted(),
    variants: variants && stored,
    translations: translations && translated,
  }
}

/** A variant has one subject and body: a test of them among readers of several languages would say nothing. */
function requireOneKind({ variants, translations }: ContentSource): void {
  if (variants === null || (translations ?? []).length === 0) return
  throw invalidFields({
    field: 'variants',
    message: 'must be null: the template of the campaign has translations, which variants cannot replace',
    code: 'custom',
  })
}

/** The campaign with the bodies that its blocks have with the brand kit as it is now. One that has started keeps its own. */
export async function withCurrentBodies(db: Db | Trx, campaign: CampaignRow): Promise<CampaignRow> {
  const hasBlocks = campaign.blocks !== null || (campaign.variants ?? []).some(({ blocks }) => blocks)
  if (campaign.frozen_at !== null || !hasBlocks) return campaign
  const { kit } = await findBrand(db, { projectId: campaign.project_id })
  return {
    ...campaign,
    body: currentBody(campaign, kit),
    variants:
      campaign.variants &&
      campaign.variants.map((variant) => ({
        ...variant,
        body: variant.body === null ? null : currentBody({ body: variant.body, blocks: variant.blocks }, kit),
      })),
  }
}

/**
 * The campaign with its partials and the brand kit as they are now; one that has started keeps those of its start. @throws AppError
 * TEMPLATE_SYNTAX
 */
export async function withCurrentContent(
  db: Db,
  { threads, campaign: stored }: { threads: ThreadPool; campaign: CampaignRow },
): Promise<CampaignRow> {
  if (stored.frozen_at !== null) return stored
  const campaign = await withCurrentBodies(db, stored)
  const isNaming = textsOf(campaign).some((text) => mayNamePartials(text ?? ''))
  const source = sourceOf(campaign)
  if (!isNaming && isDeepStrictEqual(source, sourceOf(stored))) return stored
  const input = { threads, projectId: campaign.project_id, source }
  return { ...campaign, ...(await prepareContent(db, input)) }
}
