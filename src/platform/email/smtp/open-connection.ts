import type { KnownServer } from './chunking.ts'
import { SmtpConnection } from './smtp-connection.ts'
import type { SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { AttemptResult } from '../transport.ts'

// Long enough that a broken server does not cost two connections each time, short enough to notice a repair.
const UNENCRYPTED_FOR_MS = 10 * 60_000

type OpenConnectionOptions = {
  server: SmtpServer
  timeouts: SmtpTimeouts
  /** Called when email is sent unencrypted because TLS was offered but failed. */
  onUnencrypted: (reason: string) => void
}

/**
 * Sends unencrypted if opportunistic TLS fails (RFC 7435 section 3), as to a server that offers no TLS. Never with a
 * password, and never where TLS is required.
 */
export function createOpenConnection({ server, timeouts, onUnencrypted }: OpenConnectionOptions) {
  const mayBeClear = server.security === 'opportunistic' && server.user === undefined
  const known: KnownServer = { isChunkingBroken: false }
  let clearUntilMs = -Infinity

  const tryOnce = async (security: SmtpServer['security']): Promise<SmtpConnection | AttemptResult> => {
    const connection = new SmtpConnection({ ...server, security }, timeouts, known)
    return (await connection.open()) ?? connection
  }
  return async (): Promise<SmtpConnection | AttemptResult> => {
    if (mayBeClear && performance.now() < clearUntilMs) return tryOnce('none')
    const first = await tryOnce(server.security)
    if (!mayBeClear || first instanceof SmtpConnection || !isTlsFailure(first)) return first
    const second = await tryOnce('none')
    if (!(second instanceof SmtpConnection)) return second
    clearUntilMs = performance.now() + UNENCRYPTED_FOR_MS
    onUnencrypted(first.reason)
    return second
  }
}

const isTlsFailure = (problem: AttemptResult): problem is Extract<AttemptResult, { kind: 'deferred' }> =>
  problem.kind === 'deferred' && problem.stage === 'tls'
