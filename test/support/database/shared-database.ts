import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import { ENCRYPTION_KEY } from '../test-app.ts'
import type { Settings } from '../node-process.ts'

/** A database that several nodes use, and the settings to reach it. */
export type SharedDatabase = {
  settings: Settings
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** For a whole test file; there once its tests begin. `isEmpty`: not even migrated. */
export function useSharedDatabase({ isEmpty = false } = {}): SharedDatabase {
  const shared = {} as SharedDatabase
  let cleanUp = () => Promise.resolve()
  beforeAll(async () => {
    const opened = await openSharedDatabase({ isEmpty })
    Object.assign(shared, opened)
    cleanUp = () => opened.close()
  })
  afterAll(() => cleanUp())
  return shared
}

export type OpenDatabase = SharedDatabase & { close(): Promise<void> }

/** The caller closes it, which drops the database. */
export async function openSharedDatabase({ isEmpty = false } = {}): Promise<OpenDatabase> {
  const made = await createTestDatabase({ isEmpty })
  const pool = new pg.Pool({ connectionString: made.url, max: 2 })
  pool.on('error', () => undefined)
  return {
    settings: { DATABASE_URL: made.url, ENCRYPTION_KEY },
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    close: async () => {
      await pool.end()
      await made.drop()
    },
  }
}
