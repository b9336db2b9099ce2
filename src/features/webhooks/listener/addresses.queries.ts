import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

/** Deleted contacts are left out. */
export async function listAddresses(
  trx: Trx,
  { projectId, contactIds }: { projectId: ProjectId; contactIds: readonly ContactId[] },
): Promise<Map<ContactId, string>> {
  if (contactIds.length === 0) return new Map()
  const { rows } = await sql<{ id: ContactId; email: string }>`
    select id, email from contacts
    where project_id = ${projectId} and id = any(${contactIds}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
