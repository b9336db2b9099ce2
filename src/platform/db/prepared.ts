import type { RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Database } from './client.ts'

/**
 * Runs a statement that each connection parses and plans once and then knows by its name. For the few that are run
 * thousands of times a second; the text under one name must never vary.
 */
export async function executePrepared<Row extends QueryResultRow>(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await pool.query<Row>({ name, text, values: [...parameters] })
  return rows
}
