// COPY … FROM STDIN inside a transaction. The query builder does not expose its connection, so this takes one from the pool
// and gives the builder a pool of exactly that one.
import { once } from 'node:events'
import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database, Trx } from './client.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'
import type { DB } from './tables.ts'

/** Sends the lines (text format) to `copy <target> from stdin`. */
export type CopyInto = (target: string, lines: string) => Promise<void>

/** Runs the work in its own transaction, and again from the beginning after a deadlock. */
export async function copyTransaction<T>(
  { pool, noteDeadlock }: Pick<Database, 'pool' | 'noteDeadlock'>,
  work: (trx: Trx, copyInto: CopyInto) => Promise<T>,
): Promise<T> {
  return retryDeadlocks(() => runOnce(pool, work), { onDeadlock: noteDeadlock })
}

async function runOnce<T>(pool: pg.Pool, work: (trx: Trx, copyInto: CopyInto) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: poolOfOne(client, pool) }) })
    return await db
      .transaction()
      .execute((trx) => work(trx, (target, lines) => copyInto(client, target, lines)))
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // After a failure the connection may be in the middle of a COPY, so it is closed instead of reused.
    client.release(failure)
  }
}

function poolOfOne(client: pg.PoolClient, { options }: pg.Pool): PostgresPool {
  const borrowed = {
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release: () => undefined,
  }
  return { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options }
}

async function copyInto(client: pg.PoolClient, target: string, lines: string): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`))
  // A stream whose connection is lost may fail twice. The second error is not news, but without a listener it would end the
  // process.
  stream.on('error', () => undefined)
  const finished = once(stream, 'finish')
  stream.end(lines)
  await finished
}

/** A value in COPY's text format; null is \N. */
export function copyText(value: string | boolean | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c] ?? c) : value
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
