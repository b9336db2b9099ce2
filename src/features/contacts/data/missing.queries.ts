import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { isEmptyAt } from './empty-value.ts'

type MissingQuery = {
  projectId: ProjectId
  /** A condition on contacts. Absent: all of them. */
  matching: RawBuilder<unknown> | undefined
  subscribed: boolean | undefined
  paths: readonly (readonly string[])[]
}

/** One pass over the contacts: how many there are, and how many lack a value at each path. */
export async function countMissing(
  db: Db | Trx,
  { projectId, matching, subscribed, paths }: MissingQuery,
): Promise<{ contacts: number; missing: number[] }> {
  const missing = paths.map((path) => sql`count(*) filter (where ${isEmptyAt(path)})`)
  const { rows } = await sql<{ contacts: number; missing: number[] }>`
    select count(*) as contacts, array[${sql.join(missing)}]::int[] as missing from contacts
    where contacts.project_id = ${projectId}
      and ${subscribed === undefined ? sql`true` : sql`contacts.subscribed = ${subscribed}`}
      and (${matching ?? sql`true`})`.execute(db)
  return rows[0] ?? { contacts: 0, missing: [] }
}
