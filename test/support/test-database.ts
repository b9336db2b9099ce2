import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, TEMPLATE } from './database-url.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own, cloned from the migrated template; or one with nothing in it. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const name = `lm_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}${isEmpty ? '' : ` template ${TEMPLATE}`}`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => asAdmin(`drop database ${name} with (force)`),
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
