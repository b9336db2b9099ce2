// A relay: every email goes to one server, over connections that are kept and used again. There are as many as emails are
// sent at the same time, up to the limit; further emails wait for one. An email that meets a kept connection which the
// server has closed meanwhile is tried once more on a fresh one, and one whose fresh connection is refused waits for
// one of the others: nothing of it had been taken.
import { createGate } from '../../concurrency/gate.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { createConnectionPool } from './connection-pool.ts'
import { SmtpConnection } from './smtp-connection.ts'
import { TIMEOUTS_MS } from './smtp-session.ts'
import type { SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { AttemptResult, SendResult, Transport } from '../transport.ts'

export type SmtpTransportLimits = {
  /** Many servers close after a hundred emails; doing it ourselves saves the refused one. */
  emailsPerConnection: number
  /** Shorter than the idle limits of the usual servers (60 s and more). */
  idleMs: number
  timeouts: SmtpTimeouts
  /** How many connections there may be. */
  limit: ConnectionLimit
  /** Told when email goes out in clear because TLS, though offered, failed. */
  onClear: (reason: string) => void
}

// Long enough that a broken server does not cost two connections each time, short enough to notice that it was repaired.
const CLEAR_FOR_MS = 10 * 60_000

export function createSmtpTransport(
  server: SmtpServer,
  {
    emailsPerConnection = 100,
    idleMs = 20_000,
    timeouts = TIMEOUTS_MS,
    limit = createConnectionLimit(),
    onClear = () => undefined,
  }: Partial<SmtpTransportLimits> = {},
): Transport {
  // Who is inside has a connection, or opens one. Kept connections belong to those who are not inside now.
  const slots = createGate(limit.current)
  const pool = createConnectionPool({ emailsPerConnection, idleMs, limit })
  const opener = createOpener({ server, timeouts, limit, onClear })
  limit.onChange(() => {
    void slots.resize(limit.current)
    pool.trim()
  })

  /** Undefined when the email has to wait for another connection. */
  const sendOnce = async (send: Sending, arrival: number): Promise<SendResult | undefined> => {
    const leave = await slots.enter(1)
    if (!leave) return { kind: 'unsent' }
    const problem = opener.problemSince(arrival)
    if (problem) {
      leave()
      return problem
    }
    const kept = pool.take()
    if (kept) {
      const result = await send(kept)
      if (!wasClosedMeanwhile(result)) {
        void pool.keep(kept).then(leave)
        return tell(limit, result)
      }
      pool.drop(kept)
    }
    const connection = await opener.open()
    if (!(connection instanceof SmtpConnection)) {
      leave()
      return connection
    }
    const result = await send(connection)
    void pool.keep(connection).then(leave)
    return tell(limit, result)
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

type Sending = (connection: SmtpConnection) => Promise<SendResult>

type Opener = {
  /** Undefined when the server refused one connection of several: the email has to wait for one of the others. */
  open(): Promise<SmtpConnection | AttemptResult | undefined>
  /** The number of an email that wants a connection. */
  arrive(): number
  /** Why there was no connection at all at some time since then: one try tells it to all who were waiting. */
  problemSince(arrival: number): AttemptResult | undefined
}

type Opening = { server: SmtpServer } & Pick<SmtpTransportLimits, 'timeouts' | 'limit' | 'onClear'>

function createOpener({ server, timeouts, limit, onClear }: Opening): Opener {
  const connect = createConnecting({ server, timeouts, onClear })
  let opening = 0
  let arrivals = 0
  let away: { problem: AttemptResult; arrivals: number } | undefined
  return {
    async open() {
      opening += 1
      const connection = await connect()
      opening -= 1
      if (connection instanceof SmtpConnection) {
        limit.opened()
        return connection
      }
      const problem = connection
      if (!isRefusedConnection(problem)) return problem
      const isOneOfSeveral = opening > 0 || limit.isUsed
      limit.refused()
      if (isOneOfSeveral) return undefined
      away = { problem, arrivals }
      return problem
    },
    arrive: () => ++arrivals,
    problemSince: (arrival) => (away && away.arrivals >= arrival ? away.problem : undefined),
  }
}

/**
 * If encryption fails where nobody asked for it, emails are still sent (RFC 7435 section 3): then email goes in
 * clear, as it would to a server that offers no TLS. Never with a password, and never where TLS is required.
 */
function createConnecting({ server, timeouts, onClear }: Omit<Opening, 'limit'>) {
  const mayBeClear = server.security === 'opportunistic' && server.user === undefined
  let clearUntilMs = -Infinity

  const tryOnce = async (security: SmtpServer['security']): Promise<SmtpConnection | AttemptResult> => {
    const connection = new SmtpConnection({ ...server, security }, timeouts)
    return (await connection.open()) ?? connection
  }
  return async (): Promise<SmtpConnection | AttemptResult> => {
    if (mayBeClear && performance.now() < clearUntilMs) return tryOnce('none')
    const first = await tryOnce(server.security)
    if (!mayBeClear || first instanceof SmtpConnection || !isTlsFailure(first)) return first
    const second = await tryOnce('none')
    if (!(second instanceof SmtpConnection)) return second
    clearUntilMs = performance.now() + CLEAR_FOR_MS
    onClear(first.reason)
    return second
  }
}

const isTlsFailure = (problem: AttemptResult): problem is Extract<AttemptResult, { kind: 'deferred' }> =>
  problem.kind === 'deferred' && problem.stage === 'tls'

/** The greeting was a refusal, or there was none: nobody listens, or the server hung up. */
const isRefusedConnection = (problem: AttemptResult): boolean =>
  problem.kind === 'deferred' && problem.stage === 'connect'

/** What the result says about how many connections the server wants. */
function tell(limit: ConnectionLimit, result: SendResult): SendResult {
  if (result.kind === 'accepted') limit.worked()
  // RFC 5321 section 3.8: in the middle of a conversation, the server wants to be left alone.
  if (result.kind === 'deferred' && result.reply?.code === 421) limit.slowed()
  return result
}

/** RFC 5321 section 3.8: a server that tires of waiting says 421, or says nothing. */
const wasClosedMeanwhile = (result: SendResult): boolean =>
  result.kind === 'deferred' &&
  result.stage === 'mail' &&
  (result.reply === null || result.reply.code === 421)
