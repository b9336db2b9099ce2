// Locks for records that files are about to change. Their own features write them.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

type Records = { projectId: ProjectId; ids: readonly string[] }

/** Lets one apply of a project run at a time. */
export async function lockProjectFiles(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('project files ' || ${projectId}, 0))`.execute(trx)
}

export async function lockTemplatesForSave(trx: Trx, { projectId, ids }: Records): Promise<void> {
  await sql`
    select from templates where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx)
}

export async function lockPartialsForSave(trx: Trx, { projectId, ids }: Records): Promise<void> {
  await sql`
    select from partials where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for update`.execute(trx)
}

export async function lockTopicsForSave(trx: Trx, { projectId, ids }: Records): Promise<void> {
  await sql`
    select from topics where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx)
}

type MemberConditions = { projectId: ProjectId; isIn: RawBuilder<unknown>; wasIn: RawBuilder<unknown> | null }

/** Reads all contacts of the project. Call it within the limits of filters. */
export async function countDifference(
  trx: Trx,
  { projectId, isIn, wasIn }: MemberConditions,
): Promise<{ entering: number; leaving: number }> {
  const before = wasIn ?? sql`false`
  const { rows } = await sql<{ entering: number; leaving: number }>`
    select count(*) filter (where is_in and not was_in) as entering,
      count(*) filter (where was_in and not is_in) as leaving
    from (
      select (${isIn}) is true as is_in, (${before}) is true as was_in
      from contacts where project_id = ${projectId}) as members`.execute(trx)
  return rows[0] ?? { entering: 0, leaving: 0 }
}

export async function lockSettingsForSave(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select from projects where id = ${projectId} for no key update`.execute(trx)
}

export async function lockWorkflowsForSave(trx: Trx, { projectId, ids }: Records): Promise<void> {
  await sql`
    select from workflows where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for update`.execute(trx)
}

export async function lockFormsForSave(trx: Trx, { projectId, ids }: Records): Promise<void> {
  await sql`
    select from forms where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for update`.execute(trx)
}

/** Keeps all templates from being deleted, for records that are about to refer to some of them. */
export async function holdAllTemplates(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`
    select from templates where project_id = ${projectId} order by id for key share`.execute(trx)
}

export async function holdAllSegments(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`
    select from segments where project_id = ${projectId} order by id for key share`.execute(trx)
}

export async function holdAllTopics(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`
    select from topics where project_id = ${projectId} order by id for key share`.execute(trx)
}
