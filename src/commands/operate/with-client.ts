import pg from 'pg'
import type { StartedDatabase } from '../../database-server.ts'
import { openConnection } from '../../platform/db/server/connection.ts'
import type { Connection } from '../../platform/db/server/connection.ts'
import { isDatabaseUnavailable } from '../../platform/db/failures/database-errors.ts'

export type ClientOptions = { name: string; signal: AbortSignal }

/** Opens one connection for long work. An interruption closes it, and the work fails. */
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

/** Describes the database and its place to the operator. */
export const placeOf = ({ cluster }: StartedDatabase): string =>
  cluster === undefined ? 'the database of DATABASE_URL' : `the embedded database in ${cluster}`

/** Errors of the database, which do not name the command. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseUnavailable(error)
