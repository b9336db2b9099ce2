import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { CampaignId, ProjectId, WorkflowId } from '../../../platform/ids.ts'
import { isHeld } from '../queue/campaign-emails.queries.ts'

// A tenth of a second, for which a pause or a cancellation of their campaign may wait.
const BATCH = 5_000

/**
 * Makes some of the emails due that caps and quiet hours hold, so that they are judged again. Those of a paused campaign
 * are judged when it is resumed. Returns whether there may be more. Served by email_queue_held.
 */
export async function releaseSomeHeld(
  db: Db,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with held as materialized (
      select project_id, email_id from email_queue as q
      where project_id = ${projectId} and held_for is not null and run_at > ${now} and not ${isHeld('q')}
      order by project_id, email_id limit ${BATCH} for update
    ), released as (
      update email_queue as q set run_at = ${now} from held
      where q.project_id = held.project_id and q.email_id = held.email_id and q.held_for is not null
      returning q.email_id
    ) select count(*) as count from released`.execute(db)
  return rows[0]?.count === BATCH
}

/** How many emails of each campaign are held at the moment. Served by email_queue_held. */
export async function countHeldOfCampaigns(
  db: Db | Trx,
  { projectId, campaignIds }: { projectId: ProjectId; campaignIds: readonly CampaignId[] },
): Promise<Map<CampaignId, number>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await sql<{ id: CampaignId; count: number }>`
    select campaign_id as id, count(*) as count from email_queue
    where project_id = ${projectId} and held_for is not null and campaign_id = any(${campaignIds}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** How many emails of a workflow are held at the moment. Served by email_queue_held. */
export async function countHeldOfWorkflow(
  db: Db | Trx,
  { projectId, workflowId }: { projectId: ProjectId; workflowId: WorkflowId },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from email_queue
    where project_id = ${projectId} and held_for is not null and source = 'WORKFLOW'
      and recipients ->> 'workflowId' = ${workflowId}`.execute(db)
  return rows[0]?.count ?? 0
}
