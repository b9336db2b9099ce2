// Locks for records that files are about to change. Their own features write them.
import { sql } from 'kysely'
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
