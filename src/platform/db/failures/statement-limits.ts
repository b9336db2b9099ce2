// How long a single statement may take, by who waits for it. PostgreSQL ends one that takes longer, so a lock that nobody
// gives back, or a server that is overwhelmed, is answered in bounded time; frozen-connections.ts is for a server that does
// not even do that. All share one pool: a connection is told its limit when it is lent to somebody with another one.
import type pg from 'pg'

/**
 * For requests, delivery and the job queue. The slowest honest statement (a count over a million contacts) takes a second
 * or two. Callers give up after 30 seconds or so and must have their 503 before; whoever waits holds a connection that
 * others need. One limit for all of them, because changing that of a connection costs a round trip.
 */
export const STATEMENT_LIMIT_MS = 10_000

/** For jobs, which do the large things: batches of an import, statistics, clearing out. */
export const JOB_LIMIT_MS = 15 * 60_000

/** For migrations and commands: somebody watches them, and cut off they would have to begin again. */
export const NO_LIMIT_MS = 0

/** For telling a connection its limit, which takes a round trip. A connection that fails at it is not used again. */
const SETTING_LIMIT_MS = 1_000

const limits = new WeakMap<pg.ClientBase, number>()

/** The limit that a connection has now; undefined if it was never told one. */
export const limitOf = (client: pg.ClientBase): number | undefined => limits.get(client)

/** The same pool, whose connections have this limit while they are lent. */
export function limitPool(pool: pg.Pool, limitMs: number): pg.Pool {
  const lend = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    try {
      await setLimit(client, limitMs)
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
      // As the pool does it: after an error a connection is not used again.
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
      // On the pool itself: its methods change it.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

async function setLimit(client: pg.PoolClient, limitMs: number): Promise<void> {
  const known = limits.get(client)
  if (known === limitMs) return
  // A server may be set up to log the values of a statement that fails: ours are contacts.
  const privacy = known === undefined ? '; set log_parameter_max_length_on_error = 0' : ''
  // The limit that it had may be that of a job, and a server that is frozen has to be noticed long before that.
  limits.set(client, SETTING_LIMIT_MS)
  await client.query(`set statement_timeout = ${limitMs}${privacy}`)
  limits.set(client, limitMs)
}

type Callback = (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

/** The job queue asks for its listening connection in the older way of the driver. */
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
