import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { RecurringRef } from '../recurring.queries.ts'

type HashQuery = RecurringRef & { hashes: readonly string[] }

/** Those of the hashes that earlier runs have seen. */
export async function listSeenHashes(
  db: Db | Trx,
  { projectId, recurringId, hashes }: HashQuery,
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from recurring_items
    where project_id = ${projectId} and recurring_id = ${recurringId}
      and hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) as h)`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Items that the feed still has are seen again, so they are forgotten last. */
export async function upsertSeenHashes(
  trx: Trx,
  { projectId, recurringId, hashes, now }: HashQuery & { now: Date },
): Promise<void> {
  await sql`
    insert into recurring_items (project_id, recurring_id, hash, seen_at)
    select distinct ${projectId}::uuid, ${recurringId}::uuid, decode(h, 'hex'), ${now}::timestamptz
    from unnest(${hashes}::text[]) as h order by 3
    on conflict (project_id, recurring_id, hash) do update set seen_at = excluded.seen_at`.execute(trx)
}

// Three for each of 200 items, several times over.
const MOST_HASHES = 5_000

export async function deleteOldHashes(trx: Trx, { projectId, recurringId }: RecurringRef): Promise<void> {
  await sql`
    delete from recurring_items where project_id = ${projectId} and recurring_id = ${recurringId} and seen_at < (
      select seen_at from recurring_items where project_id = ${projectId} and recurring_id = ${recurringId}
      order by seen_at desc offset ${MOST_HASHES} limit 1
    )`.execute(trx)
}
