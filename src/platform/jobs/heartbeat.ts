// Rescues jobs whose worker died. Every live pool writes a heartbeat; every pool also unlocks jobs that are locked by a
// pool without heartbeats. The age of a job means nothing (an import may run for minutes), so it is never considered.
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Log } from '../log/log.ts'

const BEAT_MS = 5_000

// Six missed beats. Shorter would take jobs from a live worker during a hiccup of the database; longer would delay a dead
// one's jobs: worst case 30 s + one beat, well within the promised minute.
const DEAD_AFTER = '30 seconds'

// After an outage of the database all heartbeats are old, also those of live pools. So a pool that could not beat looks for
// dead pools only after the others had time for two beats and a failed connection.
const STEADY_AFTER_MS = 3 * BEAT_MS

export type Heartbeat = { stop(): Promise<void> }
type Options = { db: Db; log: Log; poolIds: ReadonlySet<string> }

export function startHeartbeat({ db, log, poolIds }: Options): Heartbeat {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let beating = Promise.resolve()
  const isSteady = watchSteadiness(performance.now())
  const beat = async () => {
    try {
      await writeBeat(db, [...poolIds])
      const freed = isSteady(performance.now()) ? await unlockJobsOfDeadPools(db) : []
      if (freed.length > 0) log.warn({ pools: freed }, 'took over the jobs of workers that died')
    } catch (error) {
      log.warn({ err: error }, 'heartbeat failed')
    }
    if (!isStopped) timer = setTimeout(() => void (beating = beat()), BEAT_MS)
  }
  beating = beat()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
      await deleteBeats(db, [...poolIds])
    },
  }
}

/** Records each of our own beats, and returns whether there were enough without a gap to judge other pools. */
export function watchSteadiness(startMs: number): (beatAtMs: number) => boolean {
  let steadySince = startMs
  let lastBeatAt = startMs
  return (now) => {
    if (now - lastBeatAt > STEADY_AFTER_MS) steadySince = now
    lastBeatAt = now
    return now - steadySince >= STEADY_AFTER_MS
  }
}

export async function writeBeat(db: Db, poolIds: readonly string[]): Promise<void> {
  await sql`
    insert into worker_heartbeats (pool_id, seen_at) select unnest(${poolIds}::text[]), clock_timestamp()
    on conflict (pool_id) do update set seen_at = excluded.seen_at`.execute(db)
}

async function deleteBeats(db: Db, poolIds: readonly string[]): Promise<void> {
  await sql`delete from worker_heartbeats where pool_id = any(${poolIds}::text[])`.execute(db)
}

/** Unlocks the jobs of pools without a recent heartbeat; returns those pools. Safe to run on every node at once. */
export async function unlockJobsOfDeadPools(db: Db): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    with dead as (
      select distinct locked_by as pool_id from graphile_worker.jobs
      where locked_by is not null and locked_at < clock_timestamp() - ${DEAD_AFTER}::interval
        and not exists (
          select from worker_heartbeats where pool_id = locked_by and seen_at > clock_timestamp() - ${DEAD_AFTER}::interval)
    ), unlocked as (
      select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0
    ), forgotten as (
      delete from worker_heartbeats where seen_at < clock_timestamp() - interval '1 day'
    )
    select pool_id from dead, unlocked`.execute(db)
  return rows.map((row) => row.pool_id)
}

/** Unlocks the jobs of one pool. For its own process, once the pool has ended. */
export async function unlockJobsOfPool(db: Db, poolId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${poolId}])`.execute(db)
  await deleteBeats(db, [poolId])
}

/** Unlocks every job. For a node that has the database to itself, before it runs any: their workers are dead. */
export async function unlockAllJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
    where locked_by is not null having count(*) > 0`.execute(db)
  await sql`delete from worker_heartbeats`.execute(db)
}
