// The records of campaigns. sending/campaign-state.queries.ts changes their state.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Campaigns } from '../../platform/db/tables.ts'
import type {
  CampaignId,
  ContactId,
  ContentId,
  EmailId,
  ProjectId,
  RecurringId,
  SegmentId,
} from '../../platform/ids.ts'
import type { Utm } from '../delivery/content/utm.schema.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { toGoalRecord } from '../goals/index.ts'
import type { BlockDocument } from '../templates/blocks/blocks.schema.ts'
import type { Goal } from '../goals/goals.schema.ts'
import type { Holdout } from '../goals/holdouts/holdouts.schema.ts'
import type { CampaignBestHour, CampaignCanary, CampaignVariantTest } from './campaign-plan.schema.ts'
import type { Campaign, CampaignSummary } from './campaigns.schema.ts'
import { VARIANT_NAMES } from './campaigns.values.ts'
import type { CAMPAIGN_STATUSES } from './campaigns.values.ts'
import { waitEndsAt } from './sending/sample.ts'
import type { CampaignEmails } from '../delivery/index.ts'

export type CampaignRef = { projectId: ProjectId; campaignId: CampaignId }
export type Status = (typeof CAMPAIGN_STATUSES)[number]

type PreparedColumns = 'html' | 'text_part' | 'variables' | 'is_plain'

/** A subject or body that replaces that of the campaign, and the content prepared from them on saving. */
export type StoredVariant = {
  subject: string | null
  body: string | null
  /** Missing in variants of older releases. */
  blocks?: BlockDocument | null
} & Pick<Selectable<Campaigns>, PreparedColumns>

/** The texts of the template in another language, copied, and the content prepared from them. */
export type StoredTranslation = Pick<
  Selectable<Campaigns>,
  'subject' | 'body' | 'preview_text' | PreparedColumns
> & { language: string }

/** The columns whose values are narrower than their type in the database. */
type NarrowColumns = {
  utm: Utm | null
  audience_type: 'ALL' | 'SEGMENT' | 'FILTERED'
  segment_id: SegmentId | null
  audience_filter: FilterTree | null
  best_hour: z.output<typeof CampaignBestHour> | null
  canary: z.output<typeof CampaignCanary> | null
  test: z.output<typeof CampaignVariantTest> | null
  goal: Goal | null
  holdout: Holdout | null
  blocks: BlockDocument | null
  variants: StoredVariant[] | null
  translations: StoredTranslation[] | null
  status: Status
  content_id: ContentId | null
  content_ids: ContentId[] | null
  position: EmailId | null
  /** The measurement that decided the winner. */
  decision: unknown
  /** The counts when the campaign was last resumed (sending/auto-pause.ts). */
  judged_from: Record<string, number>
}
export type CampaignRow = Omit<Selectable<Campaigns>, keyof NarrowColumns> & NarrowColumns

export type CampaignSummaryRow = Omit<
  CampaignRow,
  | PreparedColumns
  | 'body'
  | 'blocks'
  | 'variants'
  | 'translations'
  | 'content_ids'
  | 'decision'
  | 'paced_at'
  | 'judged_from'
>

export const SUMMARY_COLUMNS = sql.raw(
  `project_id, id, name, description, subject, preview_text, utm, topic, archived, archive_token, from_email, from_name, reply_to, audience_type, segment_id,
  audience_filter, rate_per_minute, send_at_local_time, best_hour, best_hour_known, canary, test, goal, holdout, includes_control_group, sample_count, sampled_at, winner, acted_count,
  status, scheduled_at, scheduled_offset, started_at, leaves_at, frozen_at, content_id, recipient_count, position, fed_count, gone_count,
  unsent_count, paused_at, pause_reason, sent_at, cancelled_at, template_id, recurring_id, created_at, updated_at`,
)

/** A row of the list with its figures. */
export type CampaignStatsRow = CampaignSummaryRow & { stats: z.input<typeof CampaignSummary>['stats'] }

export const toCampaignSummary = (row: CampaignStatsRow): z.input<typeof CampaignSummary> => ({
  ...toRecord(row),
  stats: row.stats,
})

function toRecord(row: CampaignSummaryRow): Omit<z.input<typeof CampaignSummary>, 'stats'> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    subject: row.subject,
    previewText: row.preview_text,
    type: row.audience_type,
    status: row.status,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    scheduledOffset: row.scheduled_offset,
    from: row.from_email,
    fromName: row.from_name,
    replyTo: row.reply_to,
    utm: row.utm,
    topic: row.topic,
    archived: row.archived,
    archiveSlug: row.archive_token,
    audienceType: row.audience_type,
    segmentId: row.segment_id,
    audienceFilter: row.audience_filter,
    recipientCount: row.recipient_count,
    ratePerMinute: row.rate_per_minute,
    sendAtLocalTime: row.send_at_local_time,
    bestHour: row.best_hour,
    canary: row.canary,
    test: row.test,
    goal: row.goal && toGoalRecord(row.goal),
    holdout: row.holdout,
    controlGroup: row.includes_control_group ? 'include' : 'exclude',
    waitingUntil:
      row.status === 'SENDING' && row.winner === null ? (waitEndsAt(row)?.toISOString() ?? null) : null,
    winner: row.winner === null ? null : (VARIANT_NAMES[row.winner] ?? null),
    templateId: row.template_id,
    recurringId: row.recurring_id,
    paused: row.paused_at !== null,
    pauseReason: row.pause_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    leavesAt: row.leaves_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
  }
}

export const toCampaign = (row: CampaignRow): z.input<typeof Campaign> => ({
  ...toRecord(row),
  body: row.body,
  blocks: row.blocks,
  variants:
    row.variants && row.variants.map(({ subject, body, blocks = null }) => ({ subject, body, blocks })),
  languages: (row.translations ?? []).map(({ language }) => language),
})

export async function findCampaign(
  db: Db | Trx,
  { projectId, campaignId }: CampaignRef,
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select * from campaigns where project_id = ${projectId} and id = ${campaignId}`.execute(db)
  return rows[0]
}

export async function lockCampaign(
  trx: Trx,
  { projectId, campaignId }: CampaignRef,
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select * from campaigns where project_id = ${projectId} and id = ${campaignId} for update`.execute(trx)
  return rows[0]
}

/** The fields that the author sets, and those prepared from them. */
export type CampaignContent = Pick<
  CampaignRow,
  | 'name'
  | 'description'
  | 'template_id'
  | 'subject'
  | 'preview_text'
  | 'utm'
  | 'topic'
  | 'archived'
  | 'archive_token'
  | 'body'
  | 'blocks'
  | 'html'
  | 'text_part'
  | 'variables'
  | 'is_plain'
  | 'from_email'
  | 'from_name'
  | 'reply_to'
  | 'audience_type'
  | 'segment_id'
  | 'audience_filter'
  | 'rate_per_minute'
  | 'send_at_local_time'
  | 'best_hour'
  | 'canary'
  | 'variants'
  | 'translations'
  | 'test'
  | 'goal'
  | 'holdout'
  | 'includes_control_group'
>

const asJson = (value: object | null) => value && JSON.stringify(value)

/** Picks the columns, because callers may pass a whole row. */
const columnsOf = (content: CampaignContent) => ({
  name: content.name,
  description: content.description,
  template_id: content.template_id,
  subject: content.subject,
  preview_text: content.preview_text,
  body: content.body,
  blocks: asJson(content.blocks),
  html: content.html,
  text_part: content.text_part,
  variables: content.variables,
  is_plain: content.is_plain,
  from_email: content.from_email,
  from_name: content.from_name,
  reply_to: content.reply_to,
  utm: asJson(content.utm),
  topic: content.topic,
  archived: content.archived,
  archive_token: content.archive_token,
  audience_type: content.audience_type,
  segment_id: content.segment_id,
  audience_filter: asJson(content.audience_filter),
  rate_per_minute: content.rate_per_minute,
  send_at_local_time: content.send_at_local_time,
  best_hour: asJson(content.best_hour),
  canary: asJson(content.canary),
  variants: asJson(content.variants),
  translations: asJson(content.translations),
  test: asJson(content.test),
  goal: asJson(content.goal),
  holdout: asJson(content.holdout),
  includes_control_group: content.includes_control_group,
})

type NewCampaign = CampaignRef & { content: CampaignContent; recurringId?: RecurringId | null; now: Date }

export async function insertCampaign(
  trx: Trx,
  { projectId, campaignId, content, recurringId = null, now }: NewCampaign,
): Promise<void> {
  const ids = { project_id: projectId, id: campaignId, recurring_id: recurringId }
  const row = { ...ids, status: 'DRAFT', created_at: now, updated_at: now }
  await trx
    .insertInto('campaigns')
    .values({ ...row, ...columnsOf(content) })
    .execute()
}

export async function updateCampaign(
  trx: Trx,
  { projectId, campaignId, content, now }: CampaignRef & { content: CampaignContent; now: Date },
): Promise<void> {
  await trx
    .updateTable('campaigns')
    .set({ ...columnsOf(content), updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .execute()
}

type StoredContent = Pick<
  CampaignContent,
  'body' | 'html' | 'text_part' | 'variables' | 'is_plain' | 'variants' | 'translations'
>

/** Replaces the prepared content, and the body generated from blocks; the other texts stay as they are. */
export async function setPreparedContent(
  trx: Trx,
  { projectId, campaignId, content }: CampaignRef & { content: StoredContent },
): Promise<void> {
  const { body, html, text_part, variables, is_plain, variants, translations } = content
  await trx
    .updateTable('campaigns')
    .set({
      body,
      html,
      text_part,
      variables,
      is_plain,
      variants: asJson(variants),
      translations: asJson(translations),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .execute()
}

/** The campaign keeps the token that it has; `token` is for one that was never archived. */
export async function setArchived(
  trx: Trx,
  {
    projectId,
    campaignId,
    archived,
    token,
    now,
  }: CampaignRef & { archived: boolean; token: string; now: Date },
): Promise<void> {
  await sql`
    update campaigns set archived = ${archived}, updated_at = ${now},
      archive_token = coalesce(archive_token, case when ${archived} then ${token}::uuid end)
    where project_id = ${projectId} and id = ${campaignId}`.execute(trx)
}

export async function deleteCampaign(trx: Trx, { projectId, campaignId }: CampaignRef): Promise<void> {
  await sql`delete from campaigns where project_id = ${projectId} and id = ${campaignId}`.execute(trx)
}

/** Locates the emails of a campaign; null if it has not started or does not exist. */
export async function findEmailsOfCampaign(
  db: Db | Trx,
  { projectId, campaignId }: CampaignRef,
): Promise<CampaignEmails | null> {
  const { rows } = await sql<{ startedAt: Date | null }>`
    select started_at as "startedAt" from campaigns
    where project_id = ${projectId} and id = ${campaignId}`.execute(db)
  const startedAt = rows[0]?.startedAt ?? null
  return startedAt === null ? null : { projectId, campaignId, startedAt }
}

/** The campaigns among these ids, for filters. Unknown ids are left out. */
export async function listCampaignNames(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from campaigns where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Takes all recipients out of the ledger of a campaign, as those whose emails are created. */
export async function takeAllRecipients(
  trx: Trx,
  { projectId, campaignId }: CampaignRef,
): Promise<{ emailId: EmailId; contactId: ContactId; address: string }[]> {
  const { rows } = await sql<{ emailId: EmailId; contactId: ContactId; address: string }>`
    with taken as (
      delete from campaign_recipients where project_id = ${projectId} and campaign_id = ${campaignId}
      returning email_id, contact_id
    ), moved as (
      update campaigns set fed_count = (select count(*) from taken), position = (select email_id from taken order by email_id desc limit 1)
      where project_id = ${projectId} and id = ${campaignId}
    )
    select email_id as "emailId", contact_id as "contactId", email as address
    from taken join contacts as k on k.project_id = ${projectId} and k.id = taken.contact_id order by email_id`.execute(
    trx,
  )
  return rows
}

export async function listCampaignsDescribedAs(
  db: Db | Trx,
  { projectId, description }: { projectId: ProjectId; description: string },
): Promise<CampaignId[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('project_id', '=', projectId)
    .where('description', '=', description)
    .execute()
  return rows.map(({ id }) => id)
}
