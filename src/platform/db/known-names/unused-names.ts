import { sql } from 'kysely'
import type { ProjectId } from '../../ids.ts'
import type { Db } from '../client.ts'
import type { NameLimit } from './known-names.ts'
import { REMEMBERED_MS } from './remembered-names.ts'

// Until then no node remembers a name that is unused, and what was claimed has been written.
const UNUSED_FOR_MS = 5 * REMEMBERED_MS

/**
 * Takes away names that nothing has used for some minutes, so that a project that was flooded gets its room back. Only
 * where half of the room is taken: elsewhere it makes no difference.
 */
export async function forgetUnusedNames(db: Db, limit: NameLimit, now: Date): Promise<void> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    select project_id from known_names where kind = ${limit.kind} group by project_id having count(*) > ${limit.most / 2}`.execute(
    db,
  )
  for (const { project_id: projectId } of rows) await forgetUnusedOf(db, limit, { projectId, now })
}

/**
 * In two steps, at least UNUSED_FOR_MS apart: what is unused is marked, and what is still marked is deleted. In between
 * every node that remembered the name has forgotten it, and one that asks for it again takes the mark away.
 */
async function forgetUnusedOf(
  db: Db,
  { kind, usedNames }: NameLimit,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<void> {
  const those = sql`project_id = ${projectId} and kind = ${kind}`
  // A bare `in` becomes a join, for which the planner, expecting a few names, goes through all of them for each (10,000:
  // 20 s). What has to be true or not is looked up in a hash table.
  const isUsed = sql`(name in (${usedNames(projectId)})) is true`
  await db.transaction().execute(async (trx) => {
    await sql`select lock_known_names(${projectId}, ${kind})`.execute(trx)
    await sql`update known_names set unused_since = null where ${those} and unused_since is not null and ${isUsed}`.execute(
      trx,
    )
    // What public keys added counts for an hour, used or not.
    await sql`
      delete from known_names where ${those} and unused_since <= ${new Date(now.getTime() - UNUSED_FOR_MS)}
        and not (is_public and added_at > ${now}::timestamptz - interval '1 hour')`.execute(trx)
    await sql`update known_names set unused_since = ${now} where ${those} and unused_since is null and not (${isUsed})`.execute(
      trx,
    )
  })
}
