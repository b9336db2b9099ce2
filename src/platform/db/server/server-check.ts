import type pg from 'pg'

const OLDEST_MAJOR = 15

/** Refuses a server that would break the promise that an acknowledged write is on disk. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const server = await readSettings(pool)
  if (server.version < OLDEST_MAJOR * 10_000) {
    throw new Error(
      `Lettermill needs PostgreSQL ${OLDEST_MAJOR} or newer; this server is ${Math.floor(server.version / 10_000)}.`,
    )
  }
  const off = [
    ['fsync', server.fsync],
    ['synchronous_commit', server.commit],
  ]
    .filter(([, value]) => value === 'off')
    .map(([name]) => name)
  if (off.length > 0) {
    throw new Error(
      `The database runs with ${off.join(' and ')} = off, so accepted emails could be lost. Turn ${off.length > 1 ? 'them' : 'it'} on.`,
    )
  }
}

type ServerSettings = { version: number; fsync: string; commit: string }

async function readSettings(pool: pg.Pool): Promise<ServerSettings> {
  try {
    const { rows } = await pool.query<ServerSettings>(
      "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    )
    if (rows[0]) return rows[0]
  } catch (cause) {
    throw new Error('The database does not answer', { cause })
  }
  throw new Error('The database does not answer.')
}
