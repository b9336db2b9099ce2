import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, readPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { AuditLog } from '../../../platform/db/tables.ts'
import type { ProjectId } from '../../../platform/ids.ts'

export type AuditRow = Selectable<AuditLog>

export async function insertAuditEntries(db: Db | Trx, rows: Insertable<AuditLog>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute()
}

export async function listAuditEntries(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before?: string | undefined },
): Promise<Page<AuditRow>> {
  const query = db.selectFrom('audit_log').selectAll().where('project_id', '=', projectId)
  return readPage(query, { limit, before })
}

export const countAuditEntries = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`audit_log where project_id = ${projectId}`)

export async function deleteOldAuditEntries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('created_at', '<', before).execute()
}
