import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { CampaignEmails } from '../delivery/index.ts'
import type { CampaignRef } from './campaigns.queries.ts'

/** Locates the emails of a campaign; null if it has not started or does not exist. */
export async function findEmailsOfCampaign(
  db: Db | Trx,
  { projectId, campaignId }: CampaignRef,
): Promise<CampaignEmails | null> {
  const { rows } = await sql<{ startedAt: Date | null }>`
    select started_at as "startedAt" from campaigns where project_id = ${projectId} and id = ${campaignId}`.execute(
    db,
  )
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
