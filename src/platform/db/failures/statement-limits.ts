// How long a single statement may take, by its purpose. PostgreSQL ends one that takes longer, so a lock that is never
// released, or an overloaded server, fails in bounded time; frozen-connections.ts covers a server that does not even do
// that. All share one pool: a connection gets its limit when it is checked out with another one.
import type pg from 'pg'

/**
 * For requests, delivery and the job queue. The slowest legitimate statement (a count over a million contacts) takes a
 * second or two. Clients give up after about 30 seconds and need their 503 before; a waiting statement holds a connection
 * that others need. One limit for all of them, because changing it costs a round trip.
 */
export const STATEMENT_LIMIT_MS = 10_000

/** For jobs, which do the large work: batches of an import, statistics, cleanup. */
export const JOB_LIMIT_MS = 15 * 60_000

/** For migrations and commands: an operator watches them, and would have to start over. */
export const NO_LIMIT_MS = 0

/** For setting the limit of a connection, which takes a round trip. A connection that fails at it is closed. */
const SETTING_LIMIT_MS = 1_000

const limits = new WeakMap<pg.ClientBase, number>()

/** The current limit of a connection; undefined if none was set. */
export const limitOf = (client: pg.ClientBase): number | undefined => limits.get(client)

type LimitOptions = {
  limitMs: number
  /** Gives a connection its limit: setLimit, or noteLimit. */
  prepare: (client: pg.PoolClient, limitMs: number) => Promise<void> | void
  /** When no connection could be made. */
  onRefused: () => void
}

/** A view of the pool whose connections have this limit while they are checked out. */
export function limitPool(pool: pg.Pool, { limitMs, prepare, onRefused }: LimitOptions): pg.Pool {
  const lend = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      onRefused()
      throw error
    })
    try {
      await prepare(client, limitMs)
      return client
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  const query = async (...given: [pg.QueryConfig | string, unknown[]?]): Promise<pg.QueryResult> => {
    const client = await lend()
    try {
      const result = await client.query(...given)
      client.release()
      return result
    } catch (error) {
      // Like the pool: after an error a connection is not reused.
      client.release(error as Error)
      throw error
    }
  }
  const ours = new Map<string | symbol, unknown>([
    ['connect', withCallback(lend)],
    ['query', query],
  ])
  return new Proxy(pool, {
    get(target, name): unknown {
      if (ours.has(name)) return ours.get(name)
      const value: unknown = Reflect.get(target, name)
      // Bound to the pool itself: its methods change it.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

export async function setLimit(client: pg.PoolClient, limitMs: number): Promise<void> {
  const known = limits.get(client)
  if (known === limitMs) return
  // A server may log the parameters of a failed statement: ours are contacts.
  const privacy = known === undefined ? '; set log_parameter_max_length_on_error = 0' : ''
  // The old limit may be that of a job, and a frozen server has to be noticed long before that.
  limits.set(client, SETTING_LIMIT_MS)
  await client.query(`set statement_timeout = ${limitMs}${privacy}`)
  limits.set(client, limitMs)
}

/** For connections to a pooler, which gives its sessions the limit of a request (server/pooler.ts): a shorter one is not set. */
export function noteLimit(client: pg.PoolClient): void {
  limits.set(client, STATEMENT_LIMIT_MS)
}

type Callback = (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

/** The job queue requests its listening connection with a callback. */
function withCallback(lend: () => Promise<pg.PoolClient>) {
  const answer = async (callback: Callback): Promise<void> => {
    const [client, error] = await lend().then(
      (lent) => [lent, undefined] as const,
      (cause: unknown) => [undefined, cause] as const,
    )
    callback(error, client, client?.release.bind(client))
  }
  return (callback?: Callback): Promise<pg.PoolClient> | undefined => {
    if (callback === undefined) return lend()
    void answer(callback)
    return undefined
  }
}
