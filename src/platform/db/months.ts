// Tables partitioned by month over a UUIDv7 column: an id finds its month, and retention drops tables instead of deleting
// rows. Months are created and dropped during reads and writes.
//
// A new month is created as a separate table and attached afterwards, which only needs a lock that does not block readers
// and writers (SHARE UPDATE EXCLUSIVE on the parent). CREATE TABLE … PARTITION OF would need ACCESS EXCLUSIVE: it waits for
// a dump that reads for minutes, and everything else waits for it. An old month is detached CONCURRENTLY for the same
// reason, and then dropped.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lowestIdOf } from '../ids.ts'
import type { Log } from '../log/log.ts'
import { isLockBusy } from './failures/database-errors.ts'

/** A table and the number of past months it needs. */
export type MonthlyTable = {
  name: string
  monthsBack: number
  /** Its rows may point to objects (unused-objects.queries.ts), for which a dropped table runs no triggers. */
  hasObjects?: boolean
}

// Three months ahead: workers may be down for weeks, and every write still finds its month.
const MONTHS_AHEAD = 3

// How long a schema change may wait for a lock. Later statements wait as long, so it is short, and the change is retried: a
// dump or a VACUUM releases its lock eventually.
const LOCK_TIMEOUT_MS = 500
const TRIES = 10
const PAUSE_MS = 300

// Nodes that start together create each month once.
const ADVISORY_LOCK = 7_305_221_002

type EnsureMonthsInput = { tables: readonly MonthlyTable[]; now: Date }

/** Creates the missing months. Cheap if there are none. */
export async function ensureMonths(pool: pg.Pool, { tables, now }: EnsureMonthsInput): Promise<void> {
  for (const { name, monthsBack } of tables) {
    const wanted = Array.from({ length: monthsBack + 1 + MONTHS_AHEAD }, (_, step) =>
      firstOfMonth(now, step - monthsBack),
    )
    await ensureMonthsOf(pool, { table: name, months: wanted })
  }
}

/** Ensures the given months, each named by any time in it. */
export async function ensureMonthsOf(
  pool: pg.Pool,
  { table, months }: { table: string; months: readonly Date[] },
): Promise<void> {
  const missing = await listMissing(pool, { table, months })
  if (missing.length === 0) return
  // One connection for all of them: new ones took most of the time of a first start.
  await withClient(pool, async (client) => {
    for (const at of missing) await retryWhileBusy(() => createMonth(client, { table, at }))
  })
}

/** Does so on a connection outside of a pool, which has no transaction. */
export async function ensureMonthsOn(
  client: pg.ClientBase,
  { table, months }: { table: string; months: readonly Date[] },
): Promise<void> {
  const missing = await listMissing(client, { table, months })
  for (const at of missing) await retryWhileBusy(() => createMonth(client, { table, at }))
}

async function listMissing(
  db: pg.Pool | pg.ClientBase,
  { table, months }: { table: string; months: readonly Date[] },
): Promise<Date[]> {
  const known = new Set((await listMonths(db, table)).map(({ partition }) => partition))
  return months.filter((at) => !known.has(partitionOf(table, at)))
}

async function createMonth(client: pg.ClientBase, { table, at }: { table: string; at: Date }): Promise<void> {
  const partition = partitionOf(table, at)
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    // Another node may have created it while we waited.
    const isThere = (await listMonths(client, table)).some((month) => month.partition === partition)
    if (!isThere) {
      await client.query(`create table if not exists ${partition} (like ${table} including all)`)
      await client.query(
        `alter table ${table} attach partition ${partition}
         for values from ('${lowestIdOf(firstOfMonth(at))}') to ('${lowestIdOf(firstOfMonth(at, 1))}')`,
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

type MonthDrop = { table: string; hasObjects?: boolean | undefined; keptFrom: Date; log: Log }

/**
 * Drops the months that end before the month of `keptFrom`, oldest first, and returns their names ('2026-05'). A month that
 * is being read is left for the next time.
 */
export async function dropMonths(
  pool: pg.Pool,
  { table, hasObjects = false, keptFrom, log }: MonthDrop,
): Promise<string[]> {
  const dropped: string[] = []
  for (const month of await listMonths(pool, table, { withDetached: true })) {
    if (month.partition >= partitionOf(table, keptFrom)) continue
    try {
      await dropMonth(pool, { table, hasObjects }, month)
      dropped.push(month.label)
    } catch (error) {
      if (!isLockBusy(error)) throw error
      log.info({ partition: month.partition }, 'an old month is being read; it will be dropped next time')
      // PostgreSQL detaches one month of a table at a time.
      break
    }
  }
  return dropped
}

/** In two steps, either of which a killed process may have done. */
async function dropMonth(
  pool: pg.Pool,
  { table, hasObjects }: Pick<MonthDrop, 'table' | 'hasObjects'>,
  { partition, state }: Month,
): Promise<void> {
  await withClient(pool, async (client) => {
    // For the session: DETACH CONCURRENTLY does not run in a transaction. The connection is closed afterwards.
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const detach = `alter table ${table} detach partition ${partition}`
    if (state === 'attached') await client.query(`${detach} concurrently`)
    if (state === 'detaching') await client.query(`${detach} finalize`)
    // A month that was detached before there were objects has no column for them.
    const mayHaveObjects = hasObjects && (await hasColumn(client, { table: partition, column: 'object_key' }))
    if (!mayHaveObjects) return void (await client.query(`drop table if exists ${partition}`))
    // Both or neither. The lock comes first, so that the rows are read once no other node drops them.
    await client.query(
      `begin;
       lock table ${partition};
       insert into unused_objects (key, project_id, due_at)
         select object_key, project_id, now() from ${partition} where object_key is not null
         on conflict (key) do nothing;
       drop table ${partition};
       commit`,
    )
  })
}

async function hasColumn(
  client: pg.PoolClient,
  { table, column }: { table: string; column: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped',
    [table, column],
  )
  return rowCount === 1
}

export type Month = { partition: string; label: string; state: 'attached' | 'detaching' | 'detached' }

/** The months of a table, oldest first; `withDetached`: including those detached and not yet dropped. */
export async function listMonths(
  db: pg.Pool | pg.ClientBase,
  table: string,
  { withDetached = false } = {},
): Promise<Month[]> {
  const { rows } = await db.query<{ partition: string; state: Month['state'] }>(
    `select c.relname as partition, case when i.inhrelid is null then 'detached'
       when i.inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class as c left join pg_inherits as i on i.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname ~ $1
       and (i.inhparent = $2::regclass or (i.inhrelid is null and $3))
     order by c.relname`,
    [`^${table}_\\d{4}_\\d{2}$`, table, withDetached],
  )
  return rows.map((row) => ({ ...row, label: row.partition.slice(-7).replace('_', '-') }))
}

/** The partition for ids of that time, such as emails_2026_05. */
const partitionOf = (table: string, at: Date): string =>
  `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`

/** Midnight UTC of the first day of the month, or of a later one. */
export const firstOfMonth = (at: Date, monthsLater = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1))

async function retryWhileBusy(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockBusy(error) || tries === TRIES) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function withClient(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    // Closed, not returned, because its settings were changed.
    client.release(true)
  }
}
