// The connection pool and the query builder over it. Features get a Db (or a Trx, where a statement must be part of a
// transaction) as their first argument; only this file opens pools.
import { Kysely } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'
import { watchDisk } from './failures/disk-watch.ts'
import type { DiskWatch } from './failures/disk-watch.ts'
import { endFrozenConnections } from './failures/frozen-connections.ts'
import type { FreezeLimits } from './failures/frozen-connections.ts'
import { refuseUnreplicatedCommits } from './server/unreplicated-commits.ts'
import { PrimaryWatch } from './server/primary-watch.ts'
import type { WatchLimits } from './server/primary-watch.ts'
import { RetryingDialect } from './failures/retrying-dialect.ts'
import {
  limitPool,
  NO_LIMIT_MS,
  noteLimit,
  setLimit,
  STATEMENT_LIMIT_MS,
} from './failures/statement-limits.ts'
import { UnpreparedClient } from './server/pooler.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>
export type Database = {
  db: Db
  pool: pg.Pool
  /** Connects to the server of the list that accepts writes. A pool is opened before its server is up. */
  connectTo(urls: readonly string[]): Promise<void>
  /** This pool with another statement limit, see statement-limits.ts; 0 means no limit. */
  within(limitMs: number): Database
  /** Whether its disk has space. */
  disk: DiskWatch
  /** Logs and counts a deadlock of a statement that bypassed the query builder. */
  noteDeadlock(error: unknown): void
  close(): Promise<void>
}

// A request that gets no connection within 5 s is answered 503: clients retry sooner than they would wait longer.
const CONNECT_TIMEOUT_MS = 5_000

const INT8_OID = 20

/** Reads count(*) and bigint columns as numbers: nothing here counts beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8_OID ? Number : (pg.types.getTypeParser(oid, format) as unknown),
}

export type DatabaseOptions = {
  urls?: readonly string[]
  poolSize: number
  log: Log
  onDeadlock?: () => void
  /** All statements look rows up by key: forbids sequential scans, however short a table was when the plan was made. */
  looksUpByKey?: boolean
  /** When to give up on a server that does not answer. */
  freezeLimits?: FreezeLimits | undefined
  /** How often to look which of several servers accepts writes. */
  watchLimits?: WatchLimits | undefined
  /** The address is that of a pooler, see server/pooler.ts; `direct` runs what takes longer than a request. */
  pooler?: { direct: Database } | undefined
}

type Verify = (client: pg.ClientBase, done: (error?: Error) => void) => void

function openPool({ urls = [], poolSize, pooler }: DatabaseOptions, verify: Verify): pg.Pool {
  return new pg.Pool({
    connectionString: urls[0],
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lettermill',
    types,
    ...(pooler && { Client: UnpreparedClient }),
    verify,
  })
}

/** Statements have the limit of a request; `within` sets another. */
export function openDatabase(options: DatabaseOptions): Database {
  const { log, onDeadlock, looksUpByKey = false, freezeLimits, watchLimits, pooler } = options
  const pool = openPool(options, (client, done) => void verify(client, done))
  const verify = async (client: pg.ClientBase, done: (error?: Error) => void) => {
    const [refusal] = await Promise.allSettled([primary.verify(client)])
    done(refusal.status === 'rejected' ? (refusal.reason as Error) : undefined)
  }
  const primary = new PrimaryWatch(pool, { log, limits: watchLimits })
  let isClosing = false
  // Both are needed: an idle client reports through the pool, a checked-out one through itself.
  const onError = (error: Error) => {
    // The pool reports that it is closed before its last connections are; their errors do not matter.
    if (isClosing) return
    // The reason only: the driver attaches the whole client with its statements to the error.
    log.warn({ reason: error.message }, 'database connection lost')
    primary.suspect()
  }
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    refuseUnreplicatedCommits(client)
    // An error here occurs again in the statement that follows.
    if (looksUpByKey) client.query('set enable_seqscan = off', () => {})
  })
  const noteDeadlock = (error: unknown) => {
    // `detail` names the two locks, `where` the row. Neither contains data of a row.
    const { detail, where } = error as pg.DatabaseError
    log.warn({ detail, where }, 'the database ended a deadlock; trying again')
    onDeadlock?.()
  }
  const disk = watchDisk(pool)
  const endWatch = endFrozenConnections(pool, freezeLimits)
  const close = async () => {
    isClosing = true
    endWatch()
    primary.close()
    if (!pool.ending) await pool.end()
  }
  const within = (limitMs: number): Database => {
    const isOfRequest = limitMs !== NO_LIMIT_MS && limitMs <= STATEMENT_LIMIT_MS
    if (pooler && !isOfRequest) return pooler.direct.within(limitMs)
    const limited = limitPool(pool, {
      limitMs,
      prepare: pooler ? noteLimit : setLimit,
      onRefused: () => primary.suspect(),
    })
    const db = new Kysely<DB>({ dialect: new RetryingDialect({ pool: limited }, noteDeadlock) })
    return {
      db,
      pool: limited,
      connectTo: (given) => primary.follow(given),
      within,
      disk,
      noteDeadlock,
      close,
    }
  }
  return within(STATEMENT_LIMIT_MS)
}

/**
 * Runs the work in a transaction, or in the current one: an idempotent request wraps its service in one. A transaction
 * opened here is run again from the beginning after a deadlock, so the work must be repeatable.
 */
export async function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : retryDeadlocks(() => db.transaction().execute(work))
}
