import type { RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Database, Trx } from './client.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'

/** What a prepared statement is sent by. */
export type PreparedTarget = Pick<Database, 'db' | 'pool' | 'noteDeadlock'>

/**
 * Runs a statement that each connection parses and plans once and then knows by its name, by itself or inside a
 * transaction. For the few that are run again and again; the text under one name must never vary.
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

/** The driver takes a text with a name wherever it takes a text; only the types of the query builder do not know. */
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
