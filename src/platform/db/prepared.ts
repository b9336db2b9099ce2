import type { RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Database } from './client.ts'
import { retryDeadlocks } from './failures/deadlock-retry.ts'

/** What a prepared statement is sent by. */
export type PreparedTarget = Pick<Database, 'db' | 'pool' | 'noteDeadlock'>

/**
 * Runs a statement that each connection parses and plans once and then knows by its name. For the few that are run
 * thousands of times a second; the text under one name must never vary.
 */
export async function executePrepared<Row extends QueryResultRow>(
  { db, pool, noteDeadlock }: PreparedTarget,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  const send = () => pool.query<Row>({ name, text, values: [...parameters] })
  const { rows } = await retryDeadlocks(send, { onDeadlock: noteDeadlock })
  return rows
}
