import type { RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Database, Trx } from './client.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'

/** Where a prepared statement is sent. */
export type PreparedTarget = Pick<Database, 'db' | 'pool' | 'noteDeadlock'>

/**
 * Runs a prepared statement, alone or inside a transaction: each connection parses and plans it once. For the few most
 * frequent ones; the text under one name must never vary.
 */
export async function executePrepared<Row extends QueryResultRow>(
  target: PreparedTarget | Trx,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  if (!('pool' in target)) return executeInside(target, name, statement)
  const { db, pool, noteDeadlock } = target
  const { sql: text, parameters } = statement.compile(db)
  const send = () => pool.query<Row>({ name, text, values: [...parameters] })
  const { rows } = await retryDeadlocks(send, { onDeadlock: noteDeadlock })
  return rows
}

/** The driver accepts a name wherever it accepts a text; only the types of the query builder do not. */
async function executeInside<Row extends QueryResultRow>(
  trx: Trx,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const compiled = statement.compile(trx)
  const named = { name, text: compiled.sql } as unknown as string
  const { rows } = await trx.executeQuery<Row>({ ...compiled, sql: named })
  return rows
}
