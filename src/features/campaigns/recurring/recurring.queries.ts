// Recurring campaigns. Their runs are in runs.queries.ts.
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { RecurringCampaigns } from '../../../platform/db/tables.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { CampaignId, ProjectId, RecurringId, RunId, TemplateId } from '../../../platform/ids.ts'
import { toGoalRecord } from '../../goals/index.ts'
import type { CampaignCreate } from '../campaigns.schema.ts'
import type { FeedSettings } from './feed/feed.schema.ts'
import type { RecurringCampaign, RecurringCampaignSummary, RecurringRun } from './recurring.schema.ts'
import type { RUN_OUTCOMES } from './recurring.values.ts'

export type RecurringRef = { projectId: ProjectId; recurringId: RecurringId }

/** The fields of POST /campaigns that are stored as one document; null where the template supplies one. */
export type StoredFields = Omit<
  z.output<typeof CampaignCreate>,
  'name' | 'template' | 'bestHour' | 'blocks'
> & {
  templateId?: TemplateId | null
  /** Missing in those that were stored before it existed. */
  bestHour?: z.output<typeof CampaignCreate>['bestHour']
}

/** A run in JSON, as the queries of recurring campaigns return the newest. */
export type RunRow = {
  id: RunId
  outcome: (typeof RUN_OUTCOMES)[number]
  reason: string | null
  campaign_id: CampaignId | null
  /** The subject of the campaign. Null if there is none, or none any more. */
  subject: string | null
  is_manual: boolean
  item_count: number | null
  scheduled_for: Date | string
}

type StoredRow = Omit<Selectable<RecurringCampaigns>, 'id' | 'project_id' | 'fields' | 'feed'> & {
  id: RecurringId
  project_id: ProjectId
  fields: StoredFields
  feed: z.output<typeof FeedSettings> | null
}
export type RecurringRow = StoredRow & { last_run: RunRow | null }

/** The columns of `recurring_runs`, with the subject of the campaign. */
export const runColumns = ({ projectId }: { projectId: ProjectId }): RawBuilder<unknown> => sql`
  id, outcome, reason, campaign_id, is_manual, item_count, scheduled_for, (
    select c.subject from campaigns as c where c.project_id = ${projectId} and c.id = recurring_runs.campaign_id
  ) as subject`

export const toRun = (row: RunRow): z.input<typeof RecurringRun> => ({
  id: row.id,
  outcome: row.outcome,
  reason: row.reason,
  campaignId: row.campaign_id,
  subject: row.subject,
  manual: row.is_manual,
  items: row.item_count,
  scheduledFor: new Date(row.scheduled_for).toISOString(),
  ranAt: timeOfId(row.id).toISOString(),
})

export function toRecurringSummary(row: RecurringRow): z.input<typeof RecurringCampaignSummary> {
  const { body: _body, variants: _variants, ...fields } = row.fields
  return {
    id: row.id,
    name: row.name,
    ...fields,
    utm: fields.utm ?? null,
    bestHour: fields.bestHour ?? null,
    goal: fields.goal ? toGoalRecord(fields.goal) : null,
    holdout: fields.holdout ?? null,
    controlGroup: fields.controlGroup ?? 'exclude',
    templateId: fields.templateId ?? null,
    cron: row.cron,
    timezone: row.timezone,
    enabled: row.enabled,
    feed: row.feed,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    runRequestedAt: row.run_requested_at?.toISOString() ?? null,
    lastRun: row.last_run && toRun(row.last_run),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export const toRecurring = (row: RecurringRow): z.input<typeof RecurringCampaign> => ({
  ...toRecurringSummary(row),
  body: row.fields.body,
  variants:
    row.fields.variants &&
    row.fields.variants.map(({ subject, body }) => ({ subject: subject ?? null, body: body ?? null })),
})

const withLastRun = (projectId: ProjectId) => sql`
  select r.*, newest.run as last_run from recurring_campaigns as r
  left join lateral (
    select to_json(n) as run from (
      select ${runColumns({ projectId })} from recurring_runs
      where project_id = ${projectId} and recurring_id = r.id order by id desc limit 1
    ) as n
  ) as newest on true`

/** Newest first. */
export async function listRecurring(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<RecurringRow>> {
  const position = before === undefined ? sql`` : sql`and r.id < ${before}::uuid`
  const { rows } = await sql<RecurringRow>`
    ${withLastRun(projectId)} where r.project_id = ${projectId} ${position}
    order by r.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** At most a hundred. */
export const countRecurring = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`recurring_campaigns where project_id = ${projectId}`)

export async function findRecurring(
  db: Db | Trx,
  { projectId, recurringId }: RecurringRef,
): Promise<RecurringRow | undefined> {
  const { rows } = await sql<RecurringRow>`
    ${withLastRun(projectId)} where r.project_id = ${projectId} and r.id = ${recurringId}`.execute(db)
  return rows[0]
}

/** One request at a time adds a recurring campaign to the project, so that the limit holds. */
export async function lockAllRecurring(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('recurring campaigns ' || ${projectId}, 0))`.execute(
    trx,
  )
}

export async function lockRecurring(
  trx: Trx,
  { projectId, recurringId }: RecurringRef,
): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select * from recurring_campaigns
    where project_id = ${projectId} and id = ${recurringId} for update`.execute(trx)
  return rows[0]
}

export async function insertRecurring(trx: Trx, row: Insertable<RecurringCampaigns>): Promise<void> {
  await trx.insertInto('recurring_campaigns').values(row).execute()
}

/** A worker that has claimed the row must not finish a run of the former version, so the fence rises. */
export async function updateRecurring(
  trx: Trx,
  { projectId, recurringId, changes }: RecurringRef & { changes: Updateable<RecurringCampaigns> },
): Promise<void> {
  await trx
    .updateTable('recurring_campaigns')
    .set((eb) => ({ ...changes, attempts: 0, fence: eb('fence', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('id', '=', recurringId)
    .execute()
}

/** @returns false if it does not exist */
export async function deleteRecurring(trx: Trx, { projectId, recurringId }: RecurringRef): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recurring_campaigns')
    .where('project_id', '=', projectId)
    .where('id', '=', recurringId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
