import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { PrimaryReason } from '../db/server/read-replica.ts'
import type { Metrics } from './metrics.ts'

/** Gauges of the process, its connection pool and the job queue, read on scrape. */
export function watchProcess(metrics: Metrics, { db, pool }: Database): void {
  metrics.gauge('lettermill_process_resident_bytes', 'Memory of this process.', () => [
    { labels: {}, value: process.memoryUsage.rss() },
  ])
  metrics.gauge('lettermill_process_uptime_seconds', 'Age of this process.', () => [
    { labels: {}, value: process.uptime() },
  ])
  metrics.gauge('lettermill_database_connections', 'Connections of this process, by state.', () =>
    connectionsOf(pool),
  )
  metrics.gauge('lettermill_jobs', 'Jobs in the queue, by name and state.', async () => {
    const { rows } = await sql<{ job: string; state: string; count: number }>`
      select task_identifier as job,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at > now() then 'waiting' else 'due' end as state, count(*) as count
      from graphile_worker.jobs group by 1, 2`.execute(db)
    return rows.map(({ job, state, count }) => ({ labels: { job, state }, value: count }))
  })
}

export function watchPooler(metrics: Metrics, { pool }: Pick<Database, 'pool'>): void {
  metrics.gauge('lettermill_pooler_connections', 'Connections of this process to PgBouncer, by state.', () =>
    connectionsOf(pool),
  )
}

const connectionsOf = (pool: Database['pool']) => [
  { labels: { state: 'open' }, value: pool.totalCount },
  { labels: { state: 'idle' }, value: pool.idleCount },
  { labels: { state: 'waited_for' }, value: pool.waitingCount },
]

/** Returns a function that counts a request which a standby could answer, with the reason if it did not. */
export function countReads(metrics: Metrics): (reason: PrimaryReason | undefined) => void {
  const reads = metrics.counter(
    'lettermill_replica_reads_total',
    'Requests that READ_DATABASE_URL may answer, by the server that did: the standby, or the primary and why.',
  )
  return (reason) => reads.add(reason === undefined ? { server: 'standby' } : { server: 'primary', reason })
}

/** Returns a function that counts a deadlock. */
export function countDeadlocks(metrics: Metrics): () => void {
  const deadlocks = metrics.counter(
    'lettermill_database_deadlocks_total',
    'Statements and transactions that the database ended in a deadlock. Each is tried again.',
  )
  // An alert sees an increase only of a counter that was there before.
  deadlocks.add({}, 0)
  return () => deadlocks.add({})
}
