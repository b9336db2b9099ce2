import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { Projects } from '../../platform/db/tables.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import { doubleOptInOf, doubleOptInWarnings } from './double-opt-in.ts'
import type { Project, PublicTracking } from './projects.schema.ts'
import { capWarnings } from '../../platform/schemas/frequency-cap.schema.ts'
import { limitsOf } from './sending-limits.ts'

export type ProjectRow = Selectable<Projects>

export function toProject(row: ProjectRow): z.infer<typeof Project> {
  return {
    id: row.id,
    name: row.name,
    defaultFrom: row.default_from,
    defaultFromName: row.default_from_name,
    replyTo: row.reply_to,
    tracking: trackingOf(row, { isMarketing: true }),
    transactionalTracking: trackingOf(row, { isMarketing: false }),
    publicTracking: row.public_tracking as z.infer<typeof PublicTracking>,
    locale: row.locale,
    timezone: row.timezone,
    postalAddress: row.postal_address,
    brandColor: row.brand_color,
    ...limitsOf(row),
    consentNetworks: row.consent_networks,
    doubleOptIn: doubleOptInOf(row),
    archive: {
      enabled: row.archive_enabled,
      title: row.archive_title,
      path: `/archive/${row.archive_token}`,
    },
    controlGroup: {
      percent: row.control_percent,
      since: row.control_percent === 0 ? null : (row.control_since?.toISOString() ?? null),
    },
    mcpApprovalAbove: row.mcp_approval_above,
    warnings: [...capWarnings(limitsOf(row)), ...doubleOptInWarnings(row)],
    disabled: row.disabled_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The default tracking of marketing or transactional emails. */
export const trackingOf = (
  row: ProjectRow,
  { isMarketing }: { isMarketing: boolean },
): { opens: boolean; clicks: boolean } =>
  isMarketing
    ? { opens: row.track_opens, clicks: row.track_clicks }
    : { opens: row.transactional_track_opens, clicks: row.transactional_track_clicks }

export async function findProject(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst()
}

export async function listProjectsById(
  database: Database,
  projectIds: readonly string[],
): Promise<ProjectRow[]> {
  return executePrepared(
    database,
    'projects-by-id',
    sql<ProjectRow>`select * from projects where id = any(${projectIds}::uuid[])`,
  )
}

/** Oldest first. Only for the operator's command line and the first account. */
export async function listProjects(db: Db | Trx): Promise<ProjectRow[]> {
  return db.selectFrom('projects').selectAll().orderBy('id').execute()
}

export async function insertProject(
  db: Db | Trx,
  row: Insertable<Projects> & { id: ProjectId },
): Promise<ProjectRow> {
  return db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateProject(
  db: Db | Trx,
  { projectId, set }: { projectId: ProjectId; set: Updateable<Projects> },
): Promise<ProjectRow | undefined> {
  return db.updateTable('projects').set(set).where('id', '=', projectId).returningAll().executeTakeFirst()
}

/** Whether the project sends its confirmations with this template. */
export async function isConfirmationTemplate(
  db: Db | Trx,
  { projectId, templateId }: { projectId: ProjectId; templateId: TemplateId },
): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('confirmation_template_id', '=', templateId)
    .executeTakeFirst()
  return row !== undefined
}
