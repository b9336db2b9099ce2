// Connections that wait for their next email.
import type { ConnectionLimit } from './connection-limit.ts'
import type { SmtpConnection } from './smtp-connection.ts'

export type ConnectionPool = {
  /** A connection that is ready for the next email. */
  take(): SmtpConnection | undefined
  /** After an email. Resolves when the place of the connection is free, or it can be used again. */
  keep(connection: SmtpConnection): Promise<void>
  drop(connection: SmtpConnection): void
  /** Says goodbye to kept connections that are too many. */
  trim(): void
  close(): void
}

type Options = {
  emailsPerConnection: number
  idleMs: number
  limit: ConnectionLimit
}

export function createConnectionPool({ emailsPerConnection, idleMs, limit }: Options): ConnectionPool {
  const idle = new Map<SmtpConnection, NodeJS.Timeout>()
  let isClosed = false

  const forget = (connection: SmtpConnection) => {
    clearTimeout(idle.get(connection))
    idle.delete(connection)
  }
  const drop = (connection: SmtpConnection) => {
    connection.destroy()
    limit.closed()
  }
  /** Counts until the server has closed it, too: a server with a limit counts it until then. */
  const dismiss = async (connection: SmtpConnection) => {
    forget(connection)
    await connection.close()
    limit.closed()
  }
  return {
    /** The one that was used last, so that the others can grow old. */
    take() {
      for (const connection of [...idle.keys()].toReversed()) {
        forget(connection)
        if (connection.isUsable) return connection
        drop(connection)
      }
      return undefined
    },
    async keep(connection) {
      if (!connection.isUsable) return drop(connection)
      const isSpent = isClosed || connection.sent >= emailsPerConnection || limit.open > limit.current
      if (isSpent) return dismiss(connection)
      const timer = setTimeout(() => void dismiss(connection), idleMs)
      // A connection that nobody uses does not keep the process from ending.
      timer.unref()
      idle.set(connection, timer)
    },
    drop,
    trim() {
      const surplus = [...idle.keys()].slice(0, Math.max(0, limit.open - limit.current))
      for (const connection of surplus) void dismiss(connection)
    },
    close() {
      isClosed = true
      for (const connection of idle.keys()) void dismiss(connection)
    },
  }
}
