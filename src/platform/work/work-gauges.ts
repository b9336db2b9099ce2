// The backlog of every kind of work, read on scrape.
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { WorkKind } from './work-kinds.ts'

// Beyond this it only matters that there are far too many.
const MOST_COUNTED = 100_000

type Backlog = { count: number; oldest: Date | null }

/**
 * Counts the rows that are due, except those of disabled projects. Jumps through the index from project to project, because
 * millions of rows may wait for a later time.
 */
async function readBacklog(db: Db, kind: WorkKind, now: Date): Promise<Backlog> {
  const table = sql.table(kind.table)
  const isLeased = kind.type === 'leased'
  const isOf = isLeased ? sql`due_at is not null` : (kind.condition ?? sql`true`)
  const dueAt = sql.ref(isLeased ? 'due_at' : 'run_at')
  const since = sql.ref(isLeased ? 'due_at' : 'queued_at')
  const { rows } = await sql<Backlog>`
    with recursive lanes (project_id) as (
      (select project_id from ${table} where ${isOf} order by project_id limit 1)
      union all
      select next.project_id from lanes as l cross join lateral (
        select project_id from ${table} where ${isOf} and project_id > l.project_id order by project_id limit 1
      ) as next
    )
    select count(*) as count, min(since) as oldest from (
      select d.since from lanes as l cross join lateral (
        select ${since} as since from ${table}
        where ${isOf} and project_id = l.project_id and ${dueAt} <= ${now} limit ${MOST_COUNTED}
      ) as d
      where (select p.disabled_at is null from projects as p where p.id = l.project_id)
      limit ${MOST_COUNTED}
    ) as waiting`.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Call it once per process. */
export function registerWorkGauges(
  { metrics, database, clock }: Pick<Deps, 'metrics' | 'database' | 'clock'>,
  kinds: readonly WorkKind[],
): void {
  const readAll = (valueOf: (backlog: Backlog, now: Date) => number) => async () => {
    const now = clock.now()
    const read = async (kind: WorkKind) => ({
      labels: { work: kind.name },
      value: valueOf(await readBacklog(database.db, kind, now), now),
    })
    return Promise.all(kinds.map(read))
  }
  metrics.gauge(
    'lettermill_work_waiting',
    'Work that is due and not begun, by kind, up to 100,000.',
    readAll(({ count }) => count),
  )
  metrics.gauge(
    'lettermill_work_oldest_seconds',
    'How long the oldest work that is due has waited, by kind; 0 if none does.',
    readAll(({ oldest }, now) => (oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0)),
  )
}
