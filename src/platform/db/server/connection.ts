import pg from 'pg'
import { findPrimary } from './primary.ts'

export type Connection = { client: pg.Client; url: string }

// Short enough for a person who mistyped the address.
const CONNECT_TIMEOUT_MS = 10_000

/** One connection outside any pool, for work that needs its own session for minutes or hours. */
export async function openConnection(urls: readonly string[], applicationName: string): Promise<Connection> {
  const url = urls.length === 1 ? urls[0] : (await findPrimary(urls))?.url
  if (url === undefined) throw new Error('No server of DATABASE_URL answers as primary.')
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A lost connection also rejects the running query; this event comes in addition.
  client.on('error', () => undefined)
  await client.connect()
  return { client, url }
}
