// Idle connections, kept for the next email.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SmtpConnection } from './smtp-connection.ts'

export type ConnectionPool = {
  /** An idle connection that is usable, of those that were released with the same key. */
  acquire(key?: string): SmtpConnection | undefined
  /** Returns a connection after an email. Resolves when it can be used again, or its place is free. */
  release(connection: SmtpConnection, key?: string): Promise<void>
  destroy(connection: SmtpConnection): void
  /** Closes idle connections above the limit. */
  trim(): void
  /** Closes the least recently used idle connections, if they and those in use (or being opened) exceed the limit. */
  makeRoom(inUse: number): Promise<void>
  close(): void
}

// A server that limits connections notices the end of one a moment after its client, and would refuse the next one.
const NOTICED_AFTER_MS = 50

type Options = {
  emailsPerConnection: number
  idleMs: number
  limit: ConnectionLimit
}

export function createConnectionPool({ emailsPerConnection, idleMs, limit }: Options): ConnectionPool {
  const idle = new Map<SmtpConnection, { timer: NodeJS.Timeout; key: string }>()
  let isClosed = false

  const removeIdle = (connection: SmtpConnection) => {
    clearTimeout(idle.get(connection)?.timer)
    idle.delete(connection)
  }
  const destroy = (connection: SmtpConnection) => {
    connection.destroy()
    limit.closed()
  }
  /** Counts until the server has closed its side: a server with a limit counts it until then. */
  const closeGracefully = async (connection: SmtpConnection) => {
    removeIdle(connection)
    await connection.close()
    if (limit.current < limit.most) await sleep(NOTICED_AFTER_MS)
    limit.closed()
  }
  return {
    /** The most recently used one, so that the others reach their idle limit. */
    acquire(key = '') {
      for (const [connection, one] of [...idle].toReversed()) {
        if (one.key !== key) continue
        removeIdle(connection)
        if (connection.isUsable) return connection
        destroy(connection)
      }
      return undefined
    },
    async release(connection, key = '') {
      if (!connection.isUsable) return destroy(connection)
      const isSurplus = isClosed || connection.sent >= emailsPerConnection || limit.open > limit.current
      if (isSurplus) return closeGracefully(connection)
      const timer = setTimeout(() => void closeGracefully(connection), idleMs)
      // An idle connection must not keep the process alive.
      timer.unref()
      idle.set(connection, { timer, key })
    },
    destroy,
    trim() {
      const surplus = [...idle.keys()].slice(0, Math.max(0, limit.open - limit.current))
      for (const connection of surplus) void closeGracefully(connection)
    },
    async makeRoom(inUse) {
      const surplus = [...idle.keys()].slice(0, Math.max(0, idle.size + inUse - limit.current))
      await Promise.all(surplus.map(closeGracefully))
    },
    close() {
      isClosed = true
      for (const connection of idle.keys()) void closeGracefully(connection)
    },
  }
}
