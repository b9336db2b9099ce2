import pg from 'pg'
import type { StartedDatabase } from '../database-server.ts'
import { openConnection } from '../platform/db/server/connection.ts'
import type { Connection } from '../platform/db/server/connection.ts'
import { isDatabaseUnavailable } from '../platform/db/failures/database-errors.ts'

export type ClientOptions = { name: string; signal: AbortSignal }

/** One connection for long work. An interruption closes it, whatever it waits for, and the work fails. */
export async function withClient<T>(
  { urls }: StartedDatabase,
  { name, signal }: ClientOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const connection = await openConnection(urls, name)
  const close = () => connection.client.end().catch(() => undefined)
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort)
  try {
    return await work(connection)
  } finally {
    signal.removeEventListener('abort', onAbort)
    await close()
  }
}

/** For people: which database that is, and where. */
export const placeOf = ({ cluster }: StartedDatabase): string =>
  cluster === undefined ? 'the database of DATABASE_URL' : `the embedded database in ${cluster}`

/** Errors that say nothing about the command that met them. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseUnavailable(error)
