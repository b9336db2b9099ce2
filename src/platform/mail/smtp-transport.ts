// A relay: every mail goes to one server, over connections that are kept and used again. How many there are is the
// number of mails that are sent at once. A mail that meets a kept connection which the server has closed meanwhile is
// tried once more on a fresh one: nothing of it had been taken.
import { SmtpConnection } from './smtp-connection.ts'
import { TIMEOUTS_MS } from './smtp-session.ts'
import type { SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { SendResult, Transport } from './transport.ts'

export type SmtpTransportLimits = {
  /** Many servers close after a hundred mails; doing it ourselves saves the refused one. */
  mailsAConnection: number
  /** Shorter than the idle limits of the usual servers (60 s and more). */
  idleMs: number
  timeouts: SmtpTimeouts
}

const LIMITS: SmtpTransportLimits = { mailsAConnection: 100, idleMs: 20_000, timeouts: TIMEOUTS_MS }

export function createSmtpTransport(
  server: SmtpServer,
  limits: Partial<SmtpTransportLimits> = {},
): Transport {
  const { timeouts, ...keeping } = { ...LIMITS, ...limits }
  const idle = createIdleConnections(keeping)
  return {
    name: `smtp:${server.host}:${server.port}`,
    async send(envelope, bytes, hooks) {
      const kept = idle.take()
      if (kept) {
        const result = await kept.send(envelope, bytes, hooks)
        idle.keep(kept)
        if (!wasClosedMeanwhile(result)) return result
      }
      const connection = new SmtpConnection(server, timeouts)
      const problem = await connection.open()
      if (problem) return problem
      const result = await connection.send(envelope, bytes, hooks)
      idle.keep(connection)
      return result
    },
    close() {
      idle.close()
      return Promise.resolve()
    },
  }
}

/** RFC 5321 section 3.8: a server that tires of waiting says 421, or says nothing. */
const wasClosedMeanwhile = (result: SendResult): boolean =>
  result.kind === 'deferred' &&
  result.stage === 'mail' &&
  (result.reply === null || result.reply.code === 421)

type IdleConnections = {
  take(): SmtpConnection | undefined
  keep(connection: SmtpConnection): void
  close(): void
}

function createIdleConnections({
  mailsAConnection,
  idleMs,
}: Omit<SmtpTransportLimits, 'timeouts'>): IdleConnections {
  const idle = new Map<SmtpConnection, NodeJS.Timeout>()
  let isClosed = false

  const forget = (connection: SmtpConnection) => {
    clearTimeout(idle.get(connection))
    idle.delete(connection)
  }
  const dismiss = (connection: SmtpConnection) => {
    forget(connection)
    connection.close()
  }
  return {
    /** The one that was used last, so that the others can grow old. */
    take() {
      for (const connection of [...idle.keys()].toReversed()) {
        forget(connection)
        if (connection.isUsable) return connection
        connection.destroy()
      }
      return undefined
    },
    keep(connection) {
      if (!connection.isUsable) return connection.destroy()
      if (isClosed || connection.sent >= mailsAConnection) return connection.close()
      const timer = setTimeout(() => dismiss(connection), idleMs)
      // A connection that nobody uses does not keep the process from ending.
      timer.unref()
      idle.set(connection, timer)
    },
    close() {
      isClosed = true
      for (const connection of idle.keys()) dismiss(connection)
    },
  }
}
