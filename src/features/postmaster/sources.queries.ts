// The table postmaster_sources: when each source is asked next, and since when it fails.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { POSTMASTER_SOURCES } from './postmaster.values.ts'

export type SourceName = (typeof POSTMASTER_SOURCES)[number]

export type SourceRow = {
  dueAt: Date
  attempts: number
  succeededAt: Date | null
  failingSince: Date | null
  problem: string | null
}

/** Claims the run of a source that is due, for one node, until the end of the lease. Returns undefined if there is none. */
export async function claimSource(
  db: Db,
  { source, now, until }: { source: SourceName; now: Date; until: Date },
): Promise<{ attempts: number } | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    update postmaster_sources set due_at = ${until} where source = ${source} and due_at <= ${now}
    returning attempts`.execute(db)
  return rows[0]
}

type Result = {
  source: SourceName
  /** The end of the lease, by which the claim is known: another node may have claimed the source after it. */
  lease: Date
  now: Date
  dueAt: Date
  /** null: the run succeeded. */
  problem: string | null
}

export async function saveResult(db: Db, { source, lease, now, dueAt, problem }: Result): Promise<void> {
  await sql`
    update postmaster_sources set due_at = ${dueAt}, problem = ${problem},
      attempts = case when ${problem}::text is null then 0 else attempts + 1 end,
      succeeded_at = case when ${problem}::text is null then ${now} else succeeded_at end,
      failing_since = case when ${problem}::text is null then null else coalesce(failing_since, ${now}) end
    where source = ${source} and due_at = ${lease}`.execute(db)
}

export async function findSource(db: Db | Trx, { source }: { source: SourceName }): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    select due_at as "dueAt", attempts, succeeded_at as "succeededAt", failing_since as "failingSince", problem
    from postmaster_sources where source = ${source}`.execute(db)
  if (!rows[0]) throw new Error(`postmaster_sources has no row for ${source}`)
  return rows[0]
}
