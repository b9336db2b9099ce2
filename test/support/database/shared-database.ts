import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import { ENCRYPTION_KEY } from '../test-app.ts'
import type { Settings } from '../node-process.ts'

/** A database that several nodes use, and what they need to be told about it. */
export type SharedDatabase = {
  settings: Settings
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** For a whole test file; there once its tests begin. `isEmpty`: not even migrated. */
export function useSharedDatabase({ isEmpty = false } = {}): SharedDatabase {
  const shared = {} as SharedDatabase
  let cleanUp = () => Promise.resolve()
  beforeAll(async () => {
    const made = await createTestDatabase({ isEmpty })
    const pool = new pg.Pool({ connectionString: made.url, max: 2 })
    pool.on('error', () => undefined)
    shared.settings = { DATABASE_URL: made.url, ENCRYPTION_KEY }
    shared.query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows
    cleanUp = async () => {
      await pool.end()
      await made.drop()
    }
  })
  afterAll(() => cleanUp())
  return shared
}
