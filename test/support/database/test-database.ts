import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { countStart } from '../started.ts'
import { databaseUrl, TEMPLATE } from './database-url.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own, cloned from the migrated template; or one with nothing in it. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  countStart('databases')
  const name = `lm_${randomUUID().replaceAll('-', '')}`
  const url = databaseUrl(inject('postgresUrl'), name)
  const owner = new URL(url).username
  await asAdmin(
    `create database ${name} owner ${owner}${isEmpty ? '' : ` template ${TEMPLATE} strategy file_copy`}`,
  )
  return {
    url,
    drop: () => asAdmin(`drop database ${name} with (force)`),
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
