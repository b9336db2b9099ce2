import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containsText } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { recordOrder } from '../../../platform/db/record-order.ts'
import type { AuditLog } from '../../../platform/db/tables.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { TimeSort } from '../../../platform/record-sorts.values.ts'

export type AuditRow = Selectable<AuditLog>

type AuditQuery = { projectId: ProjectId; filter: { search?: string | undefined; sort: TimeSort } }

export async function insertAuditEntries(db: Db | Trx, rows: Insertable<AuditLog>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute()
}

export async function listAuditEntries(
  db: Db | Trx,
  { projectId, filter, limit, before }: AuditQuery & { limit: number; before: string | undefined },
): Promise<Page<AuditRow>> {
  const { orderBy, isAfter } = recordOrder('audit_log', { sort: filter.sort, before })
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql<boolean>`${isFound(filter)} and ${isAfter}`)
    .orderBy(orderBy)
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit)
}

export const countAuditEntries = (db: Db | Trx, { projectId, filter }: AuditQuery): Promise<number> =>
  countRows(db, sql`audit_log where project_id = ${projectId} and ${isFound(filter)}`)

// As in the index audit_log_search. No searched text has a line break, so none is found across two columns.
const SEARCHED_TEXT = sql`(actor_name || chr(10) || action || chr(10) || coalesce(target, '') || chr(10) || coalesce(ip_address, ''))`

/** Whether the text is part of who acted, of the action, of its object or of the IP address. */
export function isFound({ search = '' }: Pick<AuditQuery['filter'], 'search'>): RawBuilder<unknown> {
  const text = search.trim()
  return text === '' ? sql`true` : containsText(SEARCHED_TEXT, text)
}

export async function deleteOldAuditEntries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('created_at', '<', before).execute()
}
