// A relay: every email goes to one server over a pool of connections, one per email in flight up to the limit; further
// emails wait. An email is retried once on a fresh connection if the server closed the pooled one in the meantime, and
// waits for a pooled one if its fresh connection is refused: the server had accepted nothing of it.
import { createGate } from '../../concurrency/gate.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { createConnectionPool } from './connection-pool.ts'
import { createOpenConnection } from './open-connection.ts'
import { SmtpConnection, wasClosedMeanwhile } from './smtp-connection.ts'
import { TIMEOUTS_MS } from './smtp-session.ts'
import type { SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { AttemptResult, SendResult, Transport } from '../transport.ts'

export type SmtpTransportLimits = {
  /** Many servers close the connection after a hundred emails; closing it first avoids a refused email. */
  emailsPerConnection: number
  /** Shorter than the idle limits of the usual servers (60 s and more). */
  idleMs: number
  timeouts: SmtpTimeouts
  limit: ConnectionLimit
  /** Called when email is sent unencrypted because TLS was offered but failed. */
  onUnencrypted: (reason: string) => void
}

export function createSmtpTransport(
  server: SmtpServer,
  {
    emailsPerConnection = 100,
    idleMs = 20_000,
    timeouts = TIMEOUTS_MS,
    limit = createConnectionLimit(),
    onUnencrypted = () => undefined,
  }: Partial<SmtpTransportLimits> = {},
): Transport {
  // An email inside has a connection or opens one. Pooled connections belong to no email.
  const slots = createGate(limit.most)
  const pool = createConnectionPool({ emailsPerConnection, idleMs, limit })
  const opener = createOpener({ server, timeouts, limit, onUnencrypted })
  limit.onChange(() => {
    // One is left for emails that wait: they are `unsent` if no connection is allowed at all.
    slots.resize(Math.max(1, limit.current))
    pool.trim()
  })

  /** Undefined when the email has to wait for another connection. */
  const sendOnce = async (send: SendOnConnection, arrival: number): Promise<SendResult | undefined> => {
    const leave = await slots.enter(1)
    if (!leave) return { kind: 'unsent' }
    if (limit.current === 0) {
      leave()
      return { kind: 'unsent' }
    }
    const problem = opener.problemSince(arrival)
    if (problem) {
      leave()
      return problem
    }
    const pooled = pool.acquire()
    if (pooled) {
      const result = await send(pooled)
      if (!wasClosedMeanwhile(result)) {
        void pool.release(pooled).then(leave)
        return updateLimit(limit, result)
      }
      pool.destroy(pooled)
    }
    const connection = await opener.open()
    if (!(connection instanceof SmtpConnection)) {
      leave()
      return connection
    }
    const result = await send(connection)
    void pool.release(connection).then(leave)
    return updateLimit(limit, result)
  }

  return {
    name: `smtp:${server.host}:${server.port}`,
    limit,
    async send(envelope, bytes, hooks) {
      const arrival = opener.arrive()
      for (;;) {
        const result = await sendOnce((connection) => connection.send(envelope, bytes, hooks), arrival)
        if (result) return result
      }
    },
    close() {
      slots.close()
      pool.close()
      return Promise.resolve()
    },
  }
}

type SendOnConnection = (connection: SmtpConnection) => Promise<SendResult>

type Opener = {
  /** Undefined when the server refused one connection of several: the email has to wait for one of the others. */
  open(): Promise<SmtpConnection | AttemptResult | undefined>
  /** The number of an email that wants a connection. */
  arrive(): number
  /** Why no connection at all could be opened since then; one attempt answers for all that were waiting. */
  problemSince(arrival: number): AttemptResult | undefined
}

type OpenerOptions = { server: SmtpServer } & Pick<
  SmtpTransportLimits,
  'timeouts' | 'limit' | 'onUnencrypted'
>

function createOpener({ server, timeouts, limit, onUnencrypted }: OpenerOptions): Opener {
  const connect = createOpenConnection({ server, timeouts, onUnencrypted })
  let arrivals = 0
  let outage: { problem: AttemptResult; arrivals: number } | undefined
  return {
    async open() {
      limit.opening()
      const connection = await connect()
      if (connection instanceof SmtpConnection) {
        limit.opened()
        return connection
      }
      const problem = connection
      if (!isRefusedConnection(problem)) {
        limit.failed()
        return problem
      }
      if (await limit.refused()) return undefined
      outage = { problem, arrivals }
      return problem
    },
    arrive: () => ++arrivals,
    problemSince: (arrival) => (outage && outage.arrivals >= arrival ? outage.problem : undefined),
  }
}

/** The greeting was a refusal, or there was none: nothing listens there, or the server closed the connection. */
const isRefusedConnection = (problem: AttemptResult): boolean =>
  problem.kind === 'deferred' && problem.stage === 'connect'

/** Tells the limit what a result says about the number of connections. */
function updateLimit(limit: ConnectionLimit, result: SendResult): SendResult {
  if (result.kind === 'accepted') limit.worked()
  // RFC 5321 section 3.8: a 421 within a transaction means the server wants to shed load.
  if (result.kind === 'deferred' && result.reply?.code === 421) limit.slowed()
  return result
}
