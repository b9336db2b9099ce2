// Closes connections whose server has stopped answering without closing them: a frozen machine, a network that drops
// packets. PostgreSQL cannot end the statement then, so this does, some time after the statement limit. It checks all
// connections periodically, because a timer per statement would slow down every one.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { limitOf } from './statement-limits.ts'

/** Tests set shorter ones. */
export type FreezeLimits = {
  /** Time after the limit of the statement. */
  graceMs: number
  sweepMs: number
}

// Long enough for the error of a server that is only slow, on a busy machine.
export const FREEZE_LIMITS: FreezeLimits = { graceMs: 2_000, sweepMs: 500 }

/** Internals of a connection in the driver (pg 8.23), not part of its types. */
type PgClientInternals = pg.ClientBase & { readyForQuery: boolean; connection: { stream: Socket } }

/** A connection with a statement in flight and no byte in either direction since then. */
type QuietPeriod = { bytes: number; since: number }

/** Returns a function that stops the checks. */
export function endFrozenConnections(pool: pg.Pool, limits = FREEZE_LIMITS): () => void {
  const checkedOut = new Map<pg.PoolClient, QuietPeriod>()
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => {
    idle.delete(client)
    checkedOut.set(client, { bytes: -1, since: 0 })
  })
  pool.on('release', (_error, client) => {
    checkedOut.delete(client)
    idle.add(client)
  })
  pool.on('remove', (client) => {
    checkedOut.delete(client)
    idle.delete(client)
  })
  const sweep = () => {
    for (const [client, quiet] of checkedOut) {
      const { readyForQuery, connection } = client as unknown as PgClientInternals
      const bytes = connection.stream.bytesRead + connection.stream.bytesWritten
      const now = performance.now()
      if (readyForQuery || bytes !== quiet.bytes) checkedOut.set(client, { bytes, since: now })
      else if (isOverdue(client, now - quiet.since - limits.graceMs)) {
        end(client, now - quiet.since)
        // Idle connections are probably frozen too, and their next user would wait as long again.
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

/** Rejects the waiting statement; the pool removes the connection. */
function end(client: pg.PoolClient, quietMs: number): void {
  const seconds = Math.round(quietMs / 1000)
  const { stream } = (client as unknown as PgClientInternals).connection
  stream.destroy(new Error(`Connection terminated: the database has not answered for ${seconds} s`))
}
