// Sends requests to URLs that tenants choose: webhooks and steps of workflows. It resolves the host itself, refuses private
// addresses, and connects to exactly the address that it checked. Redirects are not followed: they are a response like any
// other. Proxies from the environment are not used, because they would resolve the name again.
import type { Dns } from '../dns/dns.ts'
import type { Config } from '../config.ts'
import { createGate } from '../concurrency/gate.ts'
import { createAllowedHosts } from './allowed-hosts.ts'
import { createConnections } from './connections.ts'
import type { Connections, OutgoingRequest, OutgoingResponse } from './connections.ts'
import { describeBadUrl, findTarget } from './target.ts'
import type { Target } from './target.ts'

export type Outcome =
  | ({ status: 'answered' } & OutgoingResponse)
  /** Nothing was sent, and nothing ever will be to this URL. */
  | { status: 'refused'; reason: string }
  /** No response: DNS, connection or timeout. The request may have arrived. */
  | { status: 'failed'; reason: string }

export type HttpClient = {
  send(request: OutgoingRequest): Promise<Outcome>
  /**
   * The problem with a URL for requests; undefined if there is none. A host that cannot be resolved now may be available
   * later.
   */
  check(url: string): Promise<string | undefined>
  /** Checks without DNS, for URLs with unknown parts. */
  checkText(url: string): string | undefined
  close(): void
}

// Sockets in use at the same time, for all callers of a node: far below the limit of a process (1024 on many systems), and
// enough for 100 endpoints with two requests each.
const MOST_AT_ONCE = 256

type Parts = { dns: Pick<Dns, 'addresses'>; config: Pick<Config, 'ALLOW_PRIVATE_HOSTS' | 'version'> }

export function createHttpClient({ dns, config }: Parts): HttpClient {
  const tools = { dns, allowed: createAllowedHosts(config.ALLOW_PRIVATE_HOSTS ?? []) }
  const connections = createConnections({ userAgent: `Lettermill/${config.version}` })
  const gate = createGate(MOST_AT_ONCE)
  return {
    async send(request) {
      const leave = await gate.enter(1)
      if (!leave) return { status: 'failed', reason: 'the server is stopping' }
      const timer = new AbortController()
      const timeout = setTimeout(() => timer.abort(), request.timeoutMs)
      try {
        const target = await untilAborted(findTarget(tools, request.url), timer.signal)
        return await sendTo(connections, { target, request, signal: timer.signal })
      } finally {
        clearTimeout(timeout)
        leave()
      }
    },
    async check(url) {
      const target = await findTarget(tools, url)
      return target.status === 'refused' ? target.reason : undefined
    },
    checkText: describeBadUrl,
    close() {
      gate.close()
      connections.close()
    },
  }
}

type SendInput = { target: Target | undefined; request: OutgoingRequest; signal: AbortSignal }

async function sendTo(connections: Connections, { target, request, signal }: SendInput): Promise<Outcome> {
  if (target?.status === 'refused') return target
  if (target?.status === 'unknown') return { status: 'failed', reason: target.reason }
  let reason = 'the host could not be reached'
  for (const [tried, address] of (target?.addresses ?? []).entries()) {
    if (!target || signal.aborted) break
    // Each address gets its share of the time to connect, so that a dead one leaves some for the others.
    const connectMs = request.timeoutMs / (target.addresses.length - tried + 1)
    const result = await connections.send({ ...target, address, request, signal, connectMs })
    if (result.status === 'answered') return result
    reason = result.reason
    if (result.isSent) break
  }
  return {
    status: 'failed',
    reason: signal.aborted ? `no answer within ${request.timeoutMs / 1000} seconds` : reason,
  }
}

/** The result, or undefined if it comes too late. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const settle = () => resolve(undefined)
  signal.addEventListener('abort', settle, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', settle))
}
