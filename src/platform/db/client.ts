// The connection pool and the query builder over it. Features are handed a Db (or, where a statement must be
// part of a larger whole, a Trx) as their first argument; nobody else opens connections.
import { Kysely } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'
import { watchDisk } from './failures/disk-watch.ts'
import type { DiskWatch } from './failures/disk-watch.ts'
import { endFrozenConnections } from './failures/frozen-connections.ts'
import type { FreezeLimits } from './failures/frozen-connections.ts'
import { findPrimary } from './server/primary.ts'
import { RetryingDialect } from './failures/retrying-dialect.ts'
import { limitPool, STATEMENT_LIMIT_MS } from './failures/statement-limits.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>
export type Database = {
  db: Db
  pool: pg.Pool
  /** Points new connections at the server of the list that takes writes. A pool is opened before its server is up. */
  connectTo(urls: readonly string[]): Promise<void>
  /** The same database for somebody whose statements may take so long, see statement-limits.ts; 0 is without a limit. */
  within(limitMs: number): Database
  /** Whether its disk has room. */
  disk: DiskWatch
  /** Logs and counts a deadlock of a statement that went past the query builder. */
  noteDeadlock(error: unknown): void
  close(): Promise<void>
}

// A request that gets no connection within 5 s is answered 503: callers retry sooner than they would wait longer.
const CONNECT_TIMEOUT_MS = 5_000

const NO_PRIMARY = 'No server of DATABASE_URL answers as primary.'

const INT8_OID = 20

/** count(*) and bigint columns as numbers: nothing here counts beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8_OID ? Number : (pg.types.getTypeParser(oid, format) as unknown),
}

export type DatabaseOptions = {
  urls?: readonly string[]
  poolSize: number
  log: Log
  onDeadlock?: () => void
  /** Whoever asks looks rows up by their keys: no table is read whole, however short it was when a plan was made. */
  looksUpByKey?: boolean
  /** When a server that does not answer is given up. */
  freezeLimits?: FreezeLimits | undefined
}

/** Statements may take as long as those of a request may; `within` gives another limit. */
export function openDatabase(options: DatabaseOptions): Database {
  const { urls = [], poolSize, log, onDeadlock, looksUpByKey = false, freezeLimits } = options
  const pool = new pg.Pool({
    connectionString: urls[0],
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lettermill',
    types,
  })
  let known = urls
  const connectTo = async (given: readonly string[]) => {
    known = given
    const primary = given.length === 1 ? given[0] : await findPrimary(given)
    if (primary !== undefined) pool.options.connectionString = primary
    // Without any address the driver would look for a database of its own choice on this machine.
    else if (pool.options.connectionString === undefined) throw new Error(NO_PRIMARY)
    else log.error(NO_PRIMARY)
  }
  let isClosing = false
  // Both are needed: an idle client reports through the pool, one that is checked out through itself.
  const onError = (error: Error) => {
    // The pool reports that it is closed before its last connections are; what happens to those does not matter.
    if (isClosing) return
    // The reason only: the driver hangs the whole client with its statements on the error.
    log.warn({ reason: error.message }, 'database connection lost')
    if (known.length > 1) {
      connectTo(known).catch((cause: unknown) => log.error({ err: cause }, 'looking for the primary failed'))
    }
  }
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    // What fails here fails again in the statement that follows.
    if (looksUpByKey) client.query('set enable_seqscan = off', () => {})
  })
  const noteDeadlock = (error: unknown) => {
    // Which two were in each other's way: `detail` tells their locks, `where` the row. Neither holds what is in a row.
    const { detail, where } = error as pg.DatabaseError
    log.warn({ detail, where }, 'the database ended a deadlock; trying again')
    onDeadlock?.()
  }
  const disk = watchDisk(pool)
  const endWatch = endFrozenConnections(pool, freezeLimits)
  const close = async () => {
    isClosing = true
    endWatch()
    if (!pool.ending) await pool.end()
  }
  const within = (limitMs: number): Database => {
    const limited = limitPool(pool, limitMs)
    const db = new Kysely<DB>({ dialect: new RetryingDialect({ pool: limited }, noteDeadlock) })
    return { db, pool: limited, connectTo, within, disk, noteDeadlock, close }
  }
  return within(STATEMENT_LIMIT_MS)
}

/**
 * Runs the work in a transaction, or in the one that is open already: an idempotent request wraps its service in one. A
 * transaction that is opened here and ends in a deadlock is run again from its beginning: the work must bear that.
 */
export async function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : retryDeadlocks(() => db.transaction().execute(work))
}
