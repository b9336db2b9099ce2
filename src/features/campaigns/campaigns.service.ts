// Campaigns while they are drafts, or scheduled: what they say and whom they are for. The body is prepared when it is
// saved, as that of a template is; sending only fills in variables.
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
import type { CampaignId, ProjectId, SegmentId } from '../../platform/ids.ts'
import { requireSender } from '../domains/index.ts'
import { segmentIdsIn } from '../filters/index.ts'
import type { Filters } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { holdSegment } from '../segments/index.ts'
import { prepareBody } from '../templates/index.ts'
import { deleteUses, replaceUses } from '../uses/index.ts'
import {
  deleteCampaign,
  findCampaign,
  insertCampaign,
  lockCampaign,
  updateCampaign,
} from './campaigns.queries.ts'
import type { CampaignContent, CampaignRef, CampaignRow, Status, StoredVariant } from './campaigns.queries.ts'
import { noteSender } from './sender-use.service.ts'
import { audienceProblems, planProblems } from './campaigns.schema.ts'
import type { CampaignCreate, CampaignPatch } from './campaigns.schema.ts'

type Tools = Pick<Deps, 'threads' | 'config'> & { filters: Filters; now: Date }

export async function createCampaign(
  late: LateDb,
  { projectId, given, ...tools }: Tools & { projectId: ProjectId; given: z.output<typeof CampaignCreate> },
): Promise<CampaignRow> {
  await requireSender(late.db, { projectId, address: given.from, config: tools.config })
  await requireSegments(late.db, { projectId, tree: given.audienceFilter, filters: tools.filters })
  const content = {
    ...written(given),
    ...(await prepared(tools, {
      projectId,
      ...wordsOf({ ...written(given), variants: bare(given.variants) }),
    })),
  }
  return inTransaction(await late.begin(), (trx) => insertDraft(trx, { projectId, content, now: tools.now }))
}

type Draft = { projectId: ProjectId; content: CampaignContent; now: Date }

async function insertDraft(trx: Trx, { projectId, content, now }: Draft): Promise<CampaignRow> {
  const ref = { projectId, campaignId: newId<CampaignId>(now) }
  await insertCampaign(trx, { ...ref, content, now })
  await noteAudience(trx, { ...ref, content })
  return requireCampaign(await findCampaign(trx, ref))
}

/** @throws AppError with the path of each condition that names no segment of the project */
async function requireSegments(
  db: Db,
  { projectId, tree, filters }: { projectId: ProjectId; tree: FilterTree | null; filters: Filters },
): Promise<void> {
  if (tree !== null) await filters.prepare(db, tree, { projectId, field: 'audienceFilter' })
}

type Audience = Pick<CampaignContent, 'segment_id' | 'audience_filter'>

/** The segments that a campaign needs as long as it is unfinished: its own, or those that its filter names. */
async function noteAudience(
  trx: Trx,
  { projectId, campaignId, content }: CampaignRef & { content: Audience },
): Promise<void> {
  const { segment_id: own, audience_filter: tree } = content
  const named = tree === null ? [own].filter((id) => id !== null) : segmentIdsIn(tree)
  // In one order, as everybody locks segments.
  const ids = [...new Set(named)].toSorted() as SegmentId[]
  for (const segmentId of ids) {
    if (!(await holdSegment(trx, { projectId, segmentId }))) throw new AppError('SEGMENT_NOT_FOUND')
  }
  const user = { kind: 'campaign', id: campaignId } as const
  await replaceUses(trx, { projectId, user, kind: 'segment', ids })
}

type Changing = Tools & CampaignRef & { patch: z.output<typeof CampaignPatch> }

/**
 * Lays a patch over the campaign. What has to be prepared in a thread is prepared before the row is locked, from what it
 * says at that moment; if somebody has changed that meanwhile, all begins anew.
 */
export async function changeCampaign(late: LateDb, changing: Changing): Promise<CampaignRow> {
  return retryLate(late, {
    attempt: () => tryToChange(late, changing),
    message: 'Other requests are changing the campaign at the same time.',
  })
}

async function tryToChange(
  late: LateDb,
  { projectId, campaignId, patch, ...tools }: Changing,
): Promise<CampaignRow | undefined> {
  const ref = { projectId, campaignId }
  const known = requireOpen(await findCampaign(late.db, ref), 'changed')
  requireUnchanged(known, patch.ifUpdatedAt)
  if (patch.from !== undefined) {
    await requireSender(late.db, { projectId, address: patch.from, config: tools.config })
  }
  await requireSegments(late.db, { projectId, tree: patch.audienceFilter ?? null, filters: tools.filters })
  const wanted = wordsOf(merged(known, patch))
  const isSame = isDeepStrictEqual(wanted, wordsOf(known))
  const made = isSame ? known : await prepared(tools, { projectId, ...wanted })
  return inTransaction(await late.begin(), async (trx) => {
    const current = requireOpen(await lockCampaign(trx, ref), 'changed')
    requireUnchanged(current, patch.ifUpdatedAt)
    const content = merged(current, patch)
    if (!isDeepStrictEqual(wordsOf(content), wanted)) return undefined
    await updateCampaign(trx, { ...ref, content: { ...content, ...preparedOf(made) }, now: tools.now })
    await noteAudience(trx, { ...ref, content })
    if (current.status === 'SCHEDULED' && patch.from !== undefined) {
      await noteSender(trx, { ...ref, address: patch.from, config: tools.config })
    }
    return requireCampaign(await findCampaign(trx, ref))
  })
}

/** @throws AppError if somebody has saved it since the caller read it */
function requireUnchanged({ updated_at: at }: CampaignRow, known: Date | undefined): void {
  if (known === undefined || known.getTime() === at.getTime()) return
  throw new AppError('CONFLICT', {
    message: `The campaign was changed at ${at.toISOString()}, after ${known.toISOString()}: somebody else has saved it.`,
    suggestion: 'Read it again, and repeat your change on what is there now.',
  })
}

// As long as the name of a campaign may be.
const LONGEST_NAME = 100

/** A draft that says the same to the same audience. */
export async function duplicateCampaign(
  db: Db | Trx,
  { now, ...ref }: CampaignRef & { now: Date },
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const original = requireCampaign(await findCampaign(trx, ref))
    const content = { ...original, name: copyName(original.name, LONGEST_NAME) }
    return insertDraft(trx, { projectId: ref.projectId, content, now })
  })
}

/** Only a draft can be deleted: of what has been sent, recipients and statistics stay. */
export async function removeCampaign(db: Db | Trx, ref: CampaignRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { status } = requireCampaign(await lockCampaign(trx, ref))
    if (status !== 'DRAFT') throw wrongState(status, 'Only a DRAFT can be deleted.')
    await deleteCampaign(trx, ref)
    await deleteUses(trx, { projectId: ref.projectId, user: { kind: 'campaign', id: ref.campaignId } })
  })
}

export function requireCampaign(row: CampaignRow | undefined): CampaignRow {
  if (!row) throw new AppError('CAMPAIGN_NOT_FOUND')
  return row
}

export const wrongState = (status: Status, rule: string): AppError =>
  new AppError('INVALID_STATE', { message: `The campaign is ${status}. ${rule}` })

/** As long as nothing of it has left. */
export function requireOpen(found: CampaignRow | undefined, wanted: 'changed' | 'sent'): CampaignRow {
  const row = requireCampaign(found)
  if (row.status === 'DRAFT' || row.status === 'SCHEDULED') return row
  throw wrongState(row.status, `Only a DRAFT or SCHEDULED campaign can be ${wanted}.`)
}

type Prepared = Pick<CampaignRow, 'html' | 'text_part' | 'variables' | 'is_plain' | 'variants'>
type Written = Omit<CampaignContent, keyof Prepared>

type BareVariant = Pick<StoredVariant, 'subject' | 'body'>
type GivenVariant = { subject?: string | null | undefined; body?: string | null | undefined }

/** As they were written, without what was made of them. */
const bare = (variants: readonly GivenVariant[] | null): BareVariant[] | null =>
  variants && variants.map(({ subject, body }) => ({ subject: subject ?? null, body: body ?? null }))

/** What has to be prepared. */
type Words = {
  subject: string
  body: string
  previewText: string | null
  fromName: string | null
  variants: BareVariant[] | null
}
type WithWords = Pick<CampaignRow, 'subject' | 'body' | 'preview_text' | 'from_name'> & {
  variants: BareVariant[] | null
}

const wordsOf = ({
  subject,
  body,
  preview_text: previewText,
  from_name: fromName,
  variants,
}: WithWords): Words => ({
  subject,
  body,
  previewText,
  fromName,
  variants: bare(variants),
})

async function prepared(
  { threads }: Tools,
  { projectId, subject, body, previewText, fromName, variants }: Words & { projectId: ProjectId },
): Promise<Prepared> {
  const prepare = async (words: Pick<Words, 'subject' | 'body'>): Promise<Omit<Prepared, 'variants'>> => {
    const fields = { ...words, previewText, fromName, text: null, type: 'MARKETING' as const }
    const { html, text, variables, isPlain } = await prepareBody(threads, { projectId, fields })
    return { html, text_part: text, variables: [...variables], is_plain: isPlain }
  }
  const own = await prepare({ subject, body })
  if (variants === null) return { ...own, variants }
  const stored: StoredVariant[] = []
  // One after the other: each may take a thread for seconds.
  for (const one of variants) {
    stored.push({ ...one, ...(await prepare({ subject: one.subject ?? subject, body: one.body ?? body })) })
  }
  return { ...own, variants: stored }
}

const preparedOf = ({ html, text_part, variables, is_plain, variants }: Prepared): Prepared => ({
  html,
  text_part,
  variables,
  is_plain,
  variants,
})

const written = (given: z.output<typeof CampaignCreate>): Written => ({
  name: given.name,
  description: given.description,
  subject: given.subject,
  preview_text: given.previewText,
  body: given.body,
  utm: given.utm,
  from_email: given.from,
  from_name: given.fromName,
  reply_to: given.replyTo,
  audience_type: given.audienceType,
  segment_id: given.segmentId as SegmentId | null,
  audience_filter: given.audienceFilter,
  rate_per_minute: given.ratePerMinute,
  send_at_local_time: given.sendAtLocalTime,
  canary: given.canary,
  test: given.test,
})

type Merged = Written & { variants: BareVariant[] | null }

/** A new audience type drops what belonged to the old one. @throws AppError if it does not fit together then */
function merged(row: CampaignRow, patch: z.output<typeof CampaignPatch>): Merged {
  const audienceType = patch.audienceType ?? row.audience_type
  const kept = audienceType === row.audience_type ? row : { segment_id: null, audience_filter: null }
  const { segmentId = kept.segment_id, audienceFilter = kept.audience_filter } = patch
  const plan = {
    sendAtLocalTime: given(patch.sendAtLocalTime, row.send_at_local_time),
    canary: given(patch.canary, row.canary),
    variants: given<readonly GivenVariant[] | null>(patch.variants, row.variants),
    test: given(patch.test, row.test),
  }
  const problems = [
    ...audienceProblems({ audienceType, segmentId, audienceFilter }),
    ...planProblems(plan).map(({ field, message, code }) => ({ field, message, code })),
  ]
  if (problems.length > 0) throw invalidFields(...problems)
  return {
    name: patch.name ?? row.name,
    description: given(patch.description, row.description),
    subject: patch.subject ?? row.subject,
    preview_text: given(patch.previewText, row.preview_text),
    body: patch.body ?? row.body,
    utm: given(patch.utm, row.utm),
    from_email: patch.from ?? row.from_email,
    from_name: given(patch.fromName, row.from_name),
    reply_to: given(patch.replyTo, row.reply_to),
    audience_type: audienceType,
    segment_id: segmentId as SegmentId | null,
    audience_filter: audienceFilter,
    rate_per_minute: given(patch.ratePerMinute, row.rate_per_minute),
    send_at_local_time: plan.sendAtLocalTime,
    canary: plan.canary,
    variants: bare(plan.variants),
    test: plan.test,
  }
}

/** null clears a field, leaving it out does not. */
const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
