import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'

/** Lists the link targets of contents, as their author wrote them. They are kept for longer than the bodies. */
export async function listLinks(
  db: Db | Trx,
  { projectId, contentIds }: { projectId: ProjectId; contentIds: readonly string[] },
): Promise<{ id: string; links: string[] }[]> {
  if (contentIds.length === 0) return []
  const { rows } = await sql<{ id: string; links: string[] }>`
    select id, links from contents where project_id = ${projectId} and id = any(${contentIds}::uuid[])`.execute(
    db,
  )
  return rows
}
