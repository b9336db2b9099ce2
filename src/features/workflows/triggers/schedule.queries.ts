// The next run of scheduled workflows (migrations/0038), and the position of a run among the contacts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

/** A run in progress first finishes all contacts; only then does the new time apply. */
export async function upsertSchedule(
  trx: Trx,
  { projectId, workflowId, dueAt }: WorkflowRef & { dueAt: Date | null },
): Promise<void> {
  await sql`
    insert into workflow_schedules as s (project_id, id, due_at) values (${projectId}, ${workflowId}, ${dueAt})
    on conflict (project_id, id) do update set due_at = excluded.due_at, attempts = 0, fence = s.fence + 1
    where s.position is null`.execute(trx)
}

export async function deleteSchedule(trx: Trx, { projectId, workflowId }: WorkflowRef): Promise<void> {
  await sql`delete from workflow_schedules where project_id = ${projectId} and id = ${workflowId}`.execute(
    trx,
  )
}

export async function findSchedulePosition(
  trx: Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<string | null> {
  const { rows } = await sql<{ position: string | null }>`
    select position from workflow_schedules
    where project_id = ${projectId} and id = ${workflowId}`.execute(trx)
  return rows[0]?.position ?? null
}

export async function updateSchedule(
  trx: Trx,
  { projectId, workflowId, position, dueAt }: WorkflowRef & { position: string | null; dueAt: Date | null },
): Promise<void> {
  await sql`
    update workflow_schedules set position = ${position}, due_at = ${dueAt}, attempts = 0
    where project_id = ${projectId} and id = ${workflowId}`.execute(trx)
}

type NextContactsQuery = { projectId: ProjectId; after: string; limit: number; matching: RawBuilder<unknown> }

/** The next contacts in the order of their ids, with whether they match. */
export async function listNextContacts(
  trx: Trx,
  { projectId, after, limit, matching }: NextContactsQuery,
): Promise<{ id: ContactId; isIn: boolean }[]> {
  const { rows } = await sql<{ id: ContactId; isIn: boolean }>`
    with next as materialized (
      select id from contacts where project_id = ${projectId} and id > ${after}::uuid order by id limit ${limit}
    )
    select contacts.id, (${matching}) is true as "isIn" from contacts
    where project_id = ${projectId} and id in (select id from next) order by contacts.id`.execute(trx)
  return rows
}
