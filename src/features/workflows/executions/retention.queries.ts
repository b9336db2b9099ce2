// Deletes executions that ended long ago, and the rows that a deleted workflow leaves behind. In batches, so that no
// statement takes long.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

/** For all projects. Returns the number of deleted executions. */
export async function deleteOldExecutions(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select project_id, id from workflow_executions where completed_at < ${before}
      order by completed_at limit ${limit} for update skip locked
    ), history as (
      delete from workflow_history as h using old where h.project_id = old.project_id and h.execution_id = old.id
    ), gone as (
      delete from workflow_executions as e using old where e.project_id = old.project_id and e.id = old.id returning e.id
    )
    select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteExecutionsOf(
  db: Db,
  { projectId, workflowId, limit }: WorkflowRef & { limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select id, contact_id from workflow_executions where project_id = ${projectId} and workflow_id = ${workflowId}
      order by id limit ${limit} for update
    ), history as (
      delete from workflow_history as h using old where h.project_id = ${projectId} and h.execution_id = old.id
    ), inputs as (
      delete from workflow_inputs as i using old where i.project_id = ${projectId} and i.execution_id = old.id
    ), waits as (
      delete from workflow_waits as w using old
      where w.project_id = ${projectId} and w.contact_id = old.contact_id and w.execution_id = old.id
    ), gone as (
      delete from workflow_executions as e using old where e.project_id = ${projectId} and e.id = old.id returning e.id
    )
    select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteEntriesOf(
  db: Db,
  { projectId, workflowId, limit }: WorkflowRef & { limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflow_entries where project_id = ${projectId} and workflow_id = ${workflowId}
      and contact_id in (
        select contact_id from workflow_entries where project_id = ${projectId} and workflow_id = ${workflowId}
        limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteStartedDatesOf(
  db: Db,
  { projectId, workflowId, limit }: WorkflowRef & { limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflow_dates where project_id = ${projectId} and workflow_id = ${workflowId}
      and contact_id in (
        select contact_id from workflow_dates where project_id = ${projectId} and workflow_id = ${workflowId}
        limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes dates that can start nothing any more, for all projects. Returns their number. */
export async function deleteOldStartedDates(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflow_dates as d using (
      select project_id, workflow_id, contact_id, field, date from workflow_dates where date < ${before}
      order by date limit ${limit} for update skip locked
    ) as old
    where (d.project_id, d.workflow_id, d.contact_id, d.field, d.date)
      = (old.project_id, old.workflow_id, old.contact_id, old.field, old.date)`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes records of what executions caused, for all projects. */
export async function deleteOldCauses(db: Db, { before }: { before: Date }): Promise<void> {
  await sql`delete from workflow_causes where created_at < ${before}`.execute(db)
}
