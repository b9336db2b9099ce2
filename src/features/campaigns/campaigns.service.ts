// Creates and changes campaigns that are drafts or scheduled. The body is prepared when it is saved, like that of a template;
// sending only fills in variables.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { retryLate } from '../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { copyName } from '../../platform/text/copy-name.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { CampaignId, ProjectId, RecurringId } from '../../platform/ids.ts'
import { requireSender } from '../domains/index.ts'
import type { Filters } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import type { BrandKit } from '../templates/brand/brand.schema.ts'
import { findBrand, patchBody, recordCouponUses, recordPartialUses } from '../templates/index.ts'
import { requireTopics } from '../topics/index.ts'
import { deleteUses } from '../uses/index.ts'
import {
  deleteCampaign,
  findCampaign,
  insertCampaign,
  lockCampaign,
  setArchived,
  updateCampaign,
} from './campaigns.queries.ts'
import type { CampaignContent, CampaignRef, CampaignRow, Status } from './campaigns.queries.ts'
import { campaignUser } from './campaign-user.ts'
import {
  couponKeysOfContent,
  prepareContent,
  sourceOf,
  textsOf,
  variantSources,
} from './prepare-content.service.ts'
import type { ContentSource, PreparedContent, VariantInput } from './prepare-content.service.ts'
import { recordSegmentUses } from './segment-use.service.ts'
import { recordSenderUse } from './sender-use.service.ts'
import { recordTopicUse } from './topic-use.service.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { audienceProblems, planProblems } from './campaigns.schema.ts'
import type { CampaignCreate, CampaignPatch } from './campaigns.schema.ts'
import {
  completeFields,
  findNamedTemplate,
  patchFromTemplate,
  resolveVariants,
  translationsAfter,
} from './template-content.service.ts'
import type { CampaignFields, TranslatedTemplate } from './template-content.service.ts'

type Tools = Pick<Deps, 'threads' | 'config'> & { filters: Filters }
type NewCampaign = Tools & { projectId: ProjectId; fields: CampaignFields }
type CampaignRequest = Tools & { projectId: ProjectId; input: z.output<typeof CampaignCreate>; now: Date }

export async function createCampaign(
  late: LateDb,
  { projectId, input, now, ...tools }: CampaignRequest,
): Promise<CampaignRow> {
  const { template: key, ...given } = input
  const template = await findNamedTemplate(late.db, { projectId, key })
  const { kit } = await findBrand(late.db, { projectId })
  const fields = completeFields(given, { template, kit })
  const content = await prepareCampaign(late.db, { ...tools, projectId, fields })
  return inTransaction(await late.begin(), (trx) => insertDraft(trx, { projectId, content, now }))
}

/** Checks the records that the fields name, and prepares the content in a thread. @throws AppError */
export async function prepareCampaign(
  db: Db,
  { projectId, fields, ...tools }: NewCampaign,
): Promise<CampaignContent> {
  await requireSender(db, { projectId, address: fields.from, config: tools.config })
  await requireSegments(db, { projectId, tree: fields.audienceFilter, filters: tools.filters })
  await requireTopics(db, { projectId, keys: topicOf(fields) })
  const columns = columnsOf(fields)
  const { translations } = fields
  const source = sourceOf({ ...columns, variants: variantSources(fields.variants), translations })
  return { ...columns, ...(await prepareContent(db, { ...tools, projectId, source })) }
}

type Draft = { projectId: ProjectId; content: CampaignContent; now: Date; recurringId?: RecurringId }

export async function insertDraft(trx: Trx, { projectId, now, ...draft }: Draft): Promise<CampaignRow> {
  const ref = { projectId, campaignId: newId<CampaignId>(now) }
  const { content } = draft
  await insertCampaign(trx, { ...ref, ...draft, now })
  await recordSegmentUses(trx, { ...campaignUser(ref), ...audienceOf(content) })
  await recordPartialUses(trx, { ...campaignUser(ref), texts: textsOf(content) })
  await recordCouponUses(trx, { ...campaignUser(ref), keys: couponKeysOfContent(content) })
  return requireCampaign(await findCampaign(trx, ref))
}

/** @throws AppError with the path of each condition that names no segment of the project */
async function requireSegments(
  db: Db,
  { projectId, tree, filters }: { projectId: ProjectId; tree: FilterTree | null; filters: Filters },
): Promise<void> {
  if (tree !== null) await filters.prepare(db, tree, { projectId, field: 'audienceFilter' })
}

const topicOf = ({ topic }: { topic?: string | null | undefined }) =>
  typeof topic === 'string' ? [{ key: topic, field: 'topic' }] : []

const audienceOf = ({ segment_id: segmentId, audience_filter: audienceFilter }: CampaignColumns) => ({
  segmentId,
  audienceFilter,
})

type CampaignChange = Tools & CampaignRef & { now: Date; patch: z.output<typeof CampaignPatch> }

/**
 * Merges a patch into the campaign. The content is prepared in a thread before the row is locked; if another request has
 * changed its source meanwhile, the attempt is repeated.
 */
export async function changeCampaign(late: LateDb, change: CampaignChange): Promise<CampaignRow> {
  const { archived, ifUpdatedAt: _, ...others } = change.patch
  if (archived !== undefined && Object.keys(others).length === 0) {
    return changeArchived(late, { ...change, archived })
  }
  return retryLate(late, {
    attempt: () => attemptChange(late, change),
    message: 'Other requests are changing the campaign at the same time.',
  })
}

/** Possible in every state: it changes nothing about the sending. */
async function changeArchived(
  late: LateDb,
  { projectId, campaignId, patch, archived, now }: CampaignChange & { archived: boolean },
): Promise<CampaignRow> {
  const ref = { projectId, campaignId }
  return inTransaction(await late.begin(), async (trx) => {
    const current = requireCampaign(await lockCampaign(trx, ref))
    requireUnchanged(current, { kind: 'campaign', expected: patch.ifUpdatedAt })
    await setArchived(trx, { ...ref, archived, token: randomUUID(), now })
    return requireCampaign(await findCampaign(trx, ref))
  })
}

async function attemptChange(
  late: LateDb,
  { projectId, campaignId, patch, ...tools }: CampaignChange,
): Promise<CampaignRow | undefined> {
  const ref = { projectId, campaignId }
  const before = requireEditable(await findCampaign(late.db, ref), 'changed')
  requireUnchanged(before, { kind: 'campaign', expected: patch.ifUpdatedAt })
  if (patch.from !== undefined) {
    await requireSender(late.db, { projectId, address: patch.from, config: tools.config })
  }
  await requireSegments(late.db, { projectId, tree: patch.audienceFilter ?? null, filters: tools.filters })
  const template = await findNamedTemplate(late.db, { projectId, key: patch.template })
  const { kit } = await findBrand(late.db, { projectId })
  const merge = (row: CampaignRow) => mergePatch(row, patch, { template, kit })
  const merged = merge(before)
  if (merged.topic !== before.topic) await requireTopics(late.db, { projectId, keys: topicOf(merged) })
  const source = sourceOf(merged)
  const isSame = isDeepStrictEqual(source, sourceOf(before))
  const prepared = isSame ? before : await prepareContent(late.db, { ...tools, projectId, source })
  return inTransaction(await late.begin(), async (trx) => {
    const current = requireEditable(await lockCampaign(trx, ref), 'changed')
    requireUnchanged(current, { kind: 'campaign', expected: patch.ifUpdatedAt })
    const content = merge(current)
    if (!isDeepStrictEqual(sourceOf(content), source)) return undefined
    const { variants, translations } = prepared
    const saved = { ...prepared, ...content, variants, translations }
    await updateCampaign(trx, { ...ref, content: saved, now: tools.now })
    await recordSegmentUses(trx, { ...campaignUser(ref), ...audienceOf(content) })
    await recordPartialUses(trx, { ...campaignUser(ref), texts: textsOf(saved) })
    if (current.status === 'SCHEDULED' && patch.from !== undefined) {
      await recordSenderUse(trx, { ...campaignUser(ref), address: patch.from, config: tools.config })
    }
    if (current.status === 'SCHEDULED') {
      await recordTopicUse(trx, { ...campaignUser(ref), topic: content.topic })
    }
    await recordCouponUses(trx, { ...campaignUser(ref), keys: couponKeysOfContent(saved) })
    return requireCampaign(await findCampaign(trx, ref))
  })
}

// The limit for the name of a campaign.
const LONGEST_NAME = 100

/** Creates a draft with the same content and audience. The copy is not in the archive until somebody decides so. */
export async function duplicateCampaign(
  db: Db | Trx,
  { now, ...ref }: CampaignRef & { now: Date },
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const original = requireCampaign(await findCampaign(trx, ref))
    const name = copyName(original.name, LONGEST_NAME)
    const content = { ...original, name, archived: false, archive_token: null }
    return insertDraft(trx, { projectId: ref.projectId, content, now })
  })
}

/** Only a draft can be deleted: the recipients and statistics of a sent campaign stay. */
export async function removeCampaign(db: Db | Trx, ref: CampaignRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { status } = requireCampaign(await lockCampaign(trx, ref))
    if (status !== 'DRAFT') throw wrongState(status, 'Only a DRAFT can be deleted.')
    await deleteCampaign(trx, ref)
    await deleteUses(trx, campaignUser(ref))
  })
}

export function requireCampaign(row: CampaignRow | undefined): CampaignRow {
  if (!row) throw new AppError('CAMPAIGN_NOT_FOUND')
  return row
}

export const wrongState = (status: Status, rule: string): AppError =>
  new AppError('INVALID_STATE', { message: `The campaign is ${status}. ${rule}` })

/** @throws AppError once the campaign has started */
export function requireEditable(found: CampaignRow | undefined, action: 'changed' | 'sent'): CampaignRow {
  const row = requireCampaign(found)
  if (row.status === 'DRAFT' || row.status === 'SCHEDULED') return row
  throw wrongState(row.status, `Only a DRAFT or SCHEDULED campaign can be ${action}.`)
}

type CampaignColumns = Omit<CampaignContent, keyof PreparedContent>

const columnsOf = (fields: CampaignFields): CampaignColumns => ({
  name: fields.name,
  description: fields.description,
  template_id: fields.templateId,
  subject: fields.subject,
  preview_text: fields.previewText,
  body: fields.body,
  blocks: fields.blocks,
  utm: fields.utm,
  topic: fields.topic,
  archived: fields.archived,
  archive_token: fields.archived ? randomUUID() : null,
  from_email: fields.from,
  from_name: fields.fromName,
  reply_to: fields.replyTo,
  audience_type: fields.audienceType,
  segment_id: fields.segmentId,
  audience_filter: fields.audienceFilter,
  rate_per_minute: fields.ratePerMinute,
  send_at_local_time: fields.sendAtLocalTime,
  best_hour: fields.bestHour,
  canary: fields.canary,
  test: fields.test,
  goal: fields.goal,
  holdout: fields.holdout ?? null,
  includes_control_group: fields.controlGroup === 'include',
})

type MergedCampaign = CampaignColumns & Pick<ContentSource, 'variants' | 'translations'>

/** A new audience type clears the segment or filter of the old one. @throws AppError if the result contradicts itself */
function mergePatch(
  row: CampaignRow,
  request: z.output<typeof CampaignPatch>,
  { template, kit }: { template: TranslatedTemplate | undefined; kit: BrandKit },
): MergedCampaign {
  const patch = template ? patchFromTemplate(request, template, row) : request
  const audienceType = patch.audienceType ?? row.audience_type
  const before = audienceType === row.audience_type ? row : { segment_id: null, audience_filter: null }
  const { segmentId = before.segment_id, audienceFilter = before.audience_filter } = patch
  const plan = {
    sendAtLocalTime: patched(patch.sendAtLocalTime, row.send_at_local_time),
    bestHour: patched(patch.bestHour, row.best_hour),
    canary: patched(patch.canary, row.canary),
    variants:
      patch.variants === undefined ? variantSources(row.variants) : newVariants(patch.variants, row, kit),
    test: patched(patch.test, row.test),
    goal: patched(patch.goal, row.goal),
    holdout: patched(patch.holdout, row.holdout),
  }
  const problems = [
    ...audienceProblems({ audienceType, segmentId, audienceFilter }),
    ...planProblems(plan).map(({ field, message, code }) => ({ field, message, code })),
  ]
  if (problems.length > 0) throw invalidFields(...problems)
  const { archived = row.archived } = patch
  return {
    name: patch.name ?? row.name,
    description: patched(patch.description, row.description),
    template_id: template?.template_id ?? (patch.template === null ? null : row.template_id),
    subject: patch.subject ?? row.subject,
    preview_text: patched(patch.previewText, row.preview_text),
    ...patchBody(patch, row, { kit }),
    utm: patched(patch.utm, row.utm),
    topic: patched(patch.topic, row.topic),
    archived,
    archive_token: row.archive_token ?? (archived ? randomUUID() : null),
    from_email: patch.from ?? row.from_email,
    from_name: patched(patch.fromName, row.from_name),
    reply_to: patched(patch.replyTo, row.reply_to),
    audience_type: audienceType,
    segment_id: segmentId,
    audience_filter: audienceFilter,
    rate_per_minute: patched(patch.ratePerMinute, row.rate_per_minute),
    send_at_local_time: plan.sendAtLocalTime,
    best_hour: plan.bestHour,
    canary: plan.canary,
    variants: plan.variants,
    translations: translationsAfter(request, template, row.translations),
    test: plan.test,
    goal: plan.goal,
    holdout: plan.holdout,
    includes_control_group:
      patch.controlGroup === undefined ? row.includes_control_group : patch.controlGroup === 'include',
  }
}

const newVariants = (
  variants: readonly VariantInput[] | null,
  { variants: before }: CampaignRow,
  kit: BrandKit,
) => resolveVariants(variants, { kit, before })

/** null clears a field; leaving it out does not. */
const patched = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
