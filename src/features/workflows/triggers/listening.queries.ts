// The events that workflows listen to, and the workflows that they start.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { setListenedNames } from '../../events/index.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { LISTENER } from './listener-name.ts'

type Trigger = { name: string; segmentId: string | null }

/**
 * Replaces the triggers of a workflow; a disabled one has none. An unchanged trigger keeps its time, so that an event just
 * before the workflow was saved still starts it; it is written anyway, because that renews the stamp.
 */
export async function replaceTriggers(
  trx: Trx,
  { projectId, workflowId, triggers, now }: WorkflowRef & { triggers: readonly Trigger[]; now: Date },
): Promise<void> {
  const names = triggers.map(({ name }) => name)
  await sql`
    delete from workflow_triggers
    where project_id = ${projectId} and workflow_id = ${workflowId}
      and name <> all(${names}::text[])`.execute(trx)
  for (const { name, segmentId } of triggers) {
    await sql`
      insert into workflow_triggers as t (project_id, name, workflow_id, segment_id, since)
      values (${projectId}, ${name}, ${workflowId}, ${segmentId}, ${now})
      on conflict (project_id, name, workflow_id) do update set segment_id = excluded.segment_id,
        since = case when t.segment_id is distinct from excluded.segment_id then excluded.since else t.since end`.execute(
      trx,
    )
  }
}

/**
 * Listens to the events that start enabled workflows, and to those that executions may wait for: of enabled workflows, and of
 * disabled ones or older versions that are still active. Every change of these calls it in the same transaction; one at a
 * time, because two would each drop the names of the other. Versions with active executions are found by a skip scan of
 * their index: with one query per version, the planner reads a million executions for each.
 */
export async function refreshListenedNames(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill workflow names ' || ${projectId}, 0))`.execute(
    trx,
  )
  const { rows } = await sql<{ name: string }>`
    with recursive active (workflow_id, version) as (
      (select workflow_id, version from workflow_executions
       where project_id = ${projectId} and completed_at is null order by workflow_id, version limit 1)
      union all
      select next.* from active as a cross join lateral (
        select e.workflow_id, e.version from workflow_executions as e
        where e.project_id = ${projectId} and e.completed_at is null
          and (e.workflow_id, e.version) > (a.workflow_id, a.version)
        order by e.workflow_id, e.version limit 1
      ) as next
    )
    select name from workflow_triggers where project_id = ${projectId}
    union
    select unnest(v.names) from workflow_versions as v
    join workflows as w on w.project_id = v.project_id and w.id = v.workflow_id and w.version = v.version and w.enabled
    where v.project_id = ${projectId} and v.was_enabled
    union
    select unnest(v.names) from active as a
    join workflow_versions as v on v.project_id = ${projectId} and v.workflow_id = a.workflow_id and v.version = a.version
    where v.was_enabled`.execute(trx)
  await setListenedNames(trx, { projectId, listener: LISTENER, names: rows.map(({ name }) => name) })
}

/** All projects whose workflows listen to events. For the job that drops unused names. */
export async function listListeningProjects(trx: Trx): Promise<ProjectId[]> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    select distinct project_id from event_listeners where listener = ${LISTENER}`.execute(trx)
  return rows.map((row) => row.project_id)
}

/** From now on this version may have executions, so it never changes again. */
export async function markVersionEnabled(
  trx: Trx,
  { projectId, workflowId, version, names }: WorkflowRef & { version: number; names: readonly string[] },
): Promise<void> {
  await sql`
    update workflow_versions set was_enabled = true, names = ${names}::text[]
    where project_id = ${projectId} and workflow_id = ${workflowId} and version = ${version}`.execute(trx)
}
