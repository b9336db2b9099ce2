// Ends connections whose server has stopped answering without closing them: a machine that is frozen, a network that
// swallows packets. PostgreSQL cannot end the statement then, so its waiting is ended here, some time after PostgreSQL
// should have done it. Looks at all connections now and then, because a timer for each statement would cost every one.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { limitOf } from './statement-limits.ts'

/** Both are given by tests, which would wait for them. */
export type FreezeLimits = {
  /** Behind the limit of the statement. */
  graceMs: number
  sweepMs: number
}

// Long enough for the error of a server that is only slow, on a busy machine.
export const FREEZE_LIMITS: FreezeLimits = { graceMs: 2_000, sweepMs: 500 }

/** What the driver (pg 8.23) keeps of a connection; not part of its types. */
type Driven = pg.ClientBase & { readyForQuery: boolean; connection: { stream: Socket } }

/** The connection has a statement under way and there was no byte either way since then. */
type Quiet = { bytes: number; since: number }

/** The function that ends the watch. */
export function endFrozenConnections(pool: pg.Pool, limits = FREEZE_LIMITS): () => void {
  const lent = new Map<pg.PoolClient, Quiet>()
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => {
    idle.delete(client)
    lent.set(client, { bytes: -1, since: 0 })
  })
  pool.on('release', (_error, client) => {
    lent.delete(client)
    idle.add(client)
  })
  pool.on('remove', (client) => {
    lent.delete(client)
    idle.delete(client)
  })
  const sweep = () => {
    for (const [client, quiet] of lent) {
      const { readyForQuery, connection } = client as unknown as Driven
      const bytes = connection.stream.bytesRead + connection.stream.bytesWritten
      const now = performance.now()
      if (readyForQuery || bytes !== quiet.bytes) lent.set(client, { bytes, since: now })
      else if (isOverdue(client, now - quiet.since - limits.graceMs)) {
        end(client, now - quiet.since)
        // Most likely they are frozen too, and whoever got one of them would wait as long again.
        for (const other of idle) end(other, now - quiet.since)
      }
    }
  }
  const timer = setInterval(sweep, limits.sweepMs).unref()
  return () => clearInterval(timer)
}

function isOverdue(client: pg.PoolClient, quietMs: number): boolean {
  const limitMs = limitOf(client) ?? 0
  return limitMs > 0 && quietMs > limitMs
}

/** Whoever waits is told so, and the pool forgets the connection. */
function end(client: pg.PoolClient, quietMs: number): void {
  const seconds = Math.round(quietMs / 1000)
  const { stream } = (client as unknown as Driven).connection
  stream.destroy(new Error(`Connection terminated: the database has not answered for ${seconds} s`))
}
