import { sql } from 'kysely'
import type { ProjectId } from '../../ids.ts'
import type { Db } from '../client.ts'
import type { NameLimit } from './known-names.ts'
import { REMEMBERED_MS } from './remembered-names.ts'

// By then no node remembers an unused name, and claimed names have been written.
const UNUSED_FOR_MS = 5 * REMEMBERED_MS

/**
 * Deletes names that nothing has used for some minutes, so that a flooded project can add names again. Only where half of
 * the limit is used: elsewhere it makes no difference.
 */
export async function deleteUnusedNames(db: Db, limit: NameLimit, now: Date): Promise<void> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    select project_id from known_names where kind = ${limit.kind}
    group by project_id having count(*) > ${limit.most / 2}`.execute(db)
  for (const { project_id: projectId } of rows) await deleteUnusedOf(db, limit, { projectId, now })
}

/**
 * In two steps, at least UNUSED_FOR_MS apart: unused names are marked, and names that are still marked are deleted. In
 * between, every node that remembered a name has forgotten it, and a new claim removes the mark.
 */
async function deleteUnusedOf(
  db: Db,
  { kind, usedNames }: NameLimit,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<void> {
  const those = sql`project_id = ${projectId} and kind = ${kind}`
  // A bare `in` becomes a join, for which the planner, expecting a few names, scans all of them for each (10,000: 20 s).
  // `is true` makes it a hash lookup.
  const isUsed = sql`(name in (${usedNames(projectId)})) is true`
  await db.transaction().execute(async (trx) => {
    await sql`select lock_known_names(${projectId}, ${kind})`.execute(trx)
    await sql`update known_names set unused_since = null where ${those} and unused_since is not null and ${isUsed}`.execute(
      trx,
    )
    // Names added by public keys count for an hour, used or not.
    await sql`
      delete from known_names where ${those} and unused_since <= ${new Date(now.getTime() - UNUSED_FOR_MS)}
        and not (is_public and added_at > ${now}::timestamptz - interval '1 hour')`.execute(trx)
    await sql`update known_names set unused_since = ${now} where ${those} and unused_since is null and not (${isUsed})`.execute(
      trx,
    )
  })
}
