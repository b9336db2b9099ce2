// Which server of several accepts writes. After a fail-over two servers may say that they do: the old primary, if it comes back
// without knowing about it. Each promotion begins a new timeline, so the one with the highest timeline is meant.
import pg from 'pg'

/** One that says that it accepts writes. */
export type Primary = { url: string; timeline: number }

type ServerRole = { isStandby: boolean; timeline: number }

const PROBE_TIMEOUT_MS = 2_000

// The name of a WAL file begins with the timeline, in hexadecimal. A standby has no current one.
const READ_ROLE = `
  select pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then 0
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`

/** The driver knows the limit, but its types do not. */
const ROLE_QUERY: pg.QueryConfig & { query_timeout: number } = {
  text: READ_ROLE,
  query_timeout: PROBE_TIMEOUT_MS,
}

/** The server that accepts writes; undefined while none does. All are asked at once, each for at most two seconds. */
export async function findPrimary(urls: readonly string[]): Promise<Primary | undefined> {
  const answers = await Promise.all(urls.map(askServer))
  const primaries = answers.filter((answer) => answer !== undefined)
  const newest = Math.max(...primaries.map(({ timeline }) => timeline))
  return primaries.find(({ timeline }) => timeline === newest)
}

export async function readRole(client: pg.ClientBase): Promise<ServerRole> {
  const { rows } = await client.query<ServerRole>(ROLE_QUERY)
  const [role] = rows
  if (!role) throw new Error('The server does not say whether it is a primary.')
  return role
}

async function askServer(url: string): Promise<Primary | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lettermill primary',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { isStandby, timeline } = await readRole(client)
    return isStandby ? undefined : { url, timeline }
  } catch {
    return undefined
  } finally {
    // A server that is frozen would never end the connection.
    void client.end().catch(() => undefined)
    setTimeout(() => destroyConnection(client), PROBE_TIMEOUT_MS).unref()
  }
}

/** Internals of the driver (pg 8.23), not part of its types. */
type PgClientInternals = { connection: { stream: { destroy(error?: Error): void } } }

/** Rejects the waiting statement, if there is one, without waiting for the server. */
export function destroyConnection(client: pg.ClientBase, reason?: Error): void {
  ;(client as unknown as PgClientInternals).connection.stream.destroy(reason)
}
