import type { Db } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** The projects that have the domain, whatever its state: email still comes back when its records are broken. */
export async function listProjectsOfDomain(db: Db, { domain }: { domain: string }): Promise<ProjectId[]> {
  const rows = await db.selectFrom('domains').select('project_id').where('domain', '=', domain).execute()
  return rows.map((row) => row.project_id)
}
