// Delivers email to the mail servers of its recipients: those of one destination, over connections that all its domains
// share. Servers are tried in the order of their priority until one takes the email.
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainOfAddress } from '../../addresses/email-address.ts'
import { createGate } from '../../concurrency/gate.ts'
import type { ResizableGate } from '../../concurrency/gate.ts'
import type { HostGuard } from '../../outgoing/host-guard.ts'
import type { ConnectionLimit } from '../smtp/connection-limit.ts'
import { createConnectionPool } from '../smtp/connection-pool.ts'
import { createOpenConnection } from '../smtp/open-connection.ts'
import { SmtpConnection, wasClosedMeanwhile } from '../smtp/smtp-connection.ts'
import { ConnectionLostError } from '../smtp/smtp-replies.ts'
import { TIMEOUTS_MS } from '../smtp/smtp-session.ts'
import type { SmtpServer, SmtpTimeouts } from '../smtp/smtp-session.ts'
import type { AttemptResult, SendResult, Transport } from '../transport.ts'
import type { DestinationLimits } from './destination-limits.ts'
import { isAllowedBy } from './mta-sts.ts'
import type { FindStsPolicy, StsPolicy } from './mta-sts.ts'
import type { LocalAddresses } from './local-addresses.ts'
import { inTryOrder } from './mail-servers.ts'
import type { FindMailServers } from './mail-servers.ts'

export type MxTransportParts = {
  /** The receiver, see destinationOf. */
  destination: string
  limits: DestinationLimits
  limit: ConnectionLimit
  findServers: FindMailServers
  findPolicy: FindStsPolicy
  guard: HostGuard
  port: number
  /** The name of this server in EHLO. */
  ownName: () => string
  localAddresses: LocalAddresses
  onUnencrypted?: ((server: string, reason: string) => void) | undefined
  timeouts?: SmtpTimeouts | undefined
}

// Shorter than the idle limits of the usual servers; most close after a minute or five.
const IDLE_MS = 10_000

export function createMxTransport(parts: MxTransportParts): Transport {
  const { destination, limits, limit, findServers, findPolicy, localAddresses } = parts
  // An email inside has a connection or opens one.
  const slots = createGate(limit.most)
  const tries = createServerTries(parts, slots)
  const waitForTurn = createPace(limits.perMinute)
  const closing = new AbortController()
  limit.onChange(() => slots.resize(Math.max(1, limit.current)))

  const sendInSlot = async (send: SendOnConnection, domain: string): Promise<SendResult> => {
    const found = await findServers(domain)
    if (found.status === 'none') return found.result
    const policy = await findPolicy(domain)
    const servers = inTryOrder(found.servers).filter((server) => isAllowedBy(policy, server))
    if (servers.length === 0) return prohibited(domain)
    if (!(await waitForTurn(closing.signal))) return { kind: 'unsent' }
    const localAddress = localAddresses.take()
    if (localAddress === undefined) return { kind: 'unsent' }
    const result = await tries.send(
      send,
      servers.map((server) => targetOf({ server, localAddress, policy })),
    )
    if (result.kind !== 'accepted' && result.kind !== 'ambiguous') localAddresses.giveBack(localAddress)
    if (result.kind === 'accepted') limit.worked()
    if (result.kind === 'deferred' && result.reply?.code === 421) limit.slowed()
    return result.kind === 'unsent' || localAddress === '' ? result : { ...result, localAddress }
  }

  return {
    name: `mx:${destination}`,
    limit,
    async send(envelope, bytes, hooks) {
      const leave = await slots.enter(1)
      if (!leave) return { kind: 'unsent' }
      try {
        const domain = domainOfAddress(envelope.to)
        return await sendInSlot((connection) => connection.send(envelope, bytes, hooks), domain)
      } finally {
        leave()
      }
    },
    close() {
      closing.abort()
      slots.close()
      tries.close()
      return Promise.resolve()
    },
  }
}

type ServerTries = {
  /** The result of the first server that takes a connection; otherwise the problem of the last one. */
  send(send: SendOnConnection, targets: readonly Target[]): Promise<SendResult>
  close(): void
}

/** `slots.used`: the emails that have a connection or open one. */
function createServerTries(parts: MxTransportParts, slots: Pick<ResizableGate, 'used'>): ServerTries {
  const { limits, limit } = parts
  const pool = createConnectionPool({ emailsPerConnection: limits.perConnection, idleMs: IDLE_MS, limit })
  const openers = createOpeners(parts)
  limit.onChange(() => pool.trim())

  const open = async (target: Target): Promise<SmtpConnection | AttemptResult> => {
    await pool.makeRoom(slots.used)
    limit.opening()
    const connection = await openers.open(target)
    if (connection instanceof SmtpConnection) {
      limit.opened()
      return connection
    }
    limit.failed()
    return withoutAdvice(connection)
  }
  const sendTo = async (send: SendOnConnection, target: Target): Promise<SendResult> => {
    const pooled = pool.acquire(target.key)
    if (pooled) {
      const result = await send(pooled)
      if (!wasClosedMeanwhile(result)) {
        await pool.release(pooled, target.key)
        return result
      }
      pool.destroy(pooled)
    }
    const connection = await open(target)
    if (!(connection instanceof SmtpConnection)) return connection
    const result = await send(connection)
    await pool.release(connection, target.key)
    return result
  }
  return {
    async send(send, targets) {
      let problem: AttemptResult | undefined
      for (const target of targets) {
        const result = await sendTo(send, target)
        if (!isUnreached(result)) return result
        problem = result
      }
      return problem ?? { kind: 'unsent' }
    },
    close: () => pool.close(),
  }
}

type SendOnConnection = (connection: SmtpConnection) => Promise<SendResult>

/** A server to connect to. Connections with the same key are interchangeable. */
type Target = { key: string; server: string; localAddress: string; isVerified: boolean }

function targetOf({
  server,
  localAddress,
  policy,
}: Pick<Target, 'server' | 'localAddress'> & { policy: StsPolicy | undefined }): Target {
  const isVerified = policy?.mode === 'enforce'
  return { key: `${server} ${localAddress} ${isVerified}`, server, localAddress, isVerified }
}

// A large provider has a name for each of its customers.
const MOST_OPENERS = 1_000

/** Opens connections, and remembers for each server that its TLS does not work. */
function createOpeners(parts: MxTransportParts) {
  const { timeouts = TIMEOUTS_MS, onUnencrypted = () => undefined } = parts
  const known = new Map<string, ReturnType<typeof createOpenConnection>>()
  return {
    open(target: Target): Promise<SmtpConnection | AttemptResult> {
      const opener =
        known.get(target.key) ??
        createOpenConnection({
          server: serverOf(target, parts),
          timeouts,
          onUnencrypted: (reason) => onUnencrypted(target.server, reason),
        })
      if (known.size >= MOST_OPENERS) known.clear()
      known.set(target.key, opener)
      return opener()
    },
  }
}

function serverOf(
  { server, localAddress, isVerified }: Target,
  { port, ownName, guard }: MxTransportParts,
): SmtpServer {
  return {
    host: server,
    port,
    security: isVerified ? 'required' : 'opportunistic',
    // Most certificates of mail servers are not for their names; TLS with one of them is still better than none.
    isCertificateChecked: isVerified,
    get hostname() {
      return ownName()
    },
    localAddress: localAddress === '' ? undefined : localAddress,
    async findAddresses() {
      const found = await guard(server)
      if (found.status === 'refused') {
        throw new ConnectionLostError(`the mail server ${server} has a private address in DNS`)
      }
      if (found.status === 'unknown') throw new ConnectionLostError(found.reason)
      const family = isIP(localAddress)
      const usable = found.addresses.filter((address) => family === 0 || isIP(address) === family)
      if (usable.length > 0) return usable
      throw new ConnectionLostError(`${server} has no IPv${family} address, as ${localAddress} has`)
    },
  }
}

/** The server took no connection, or refused it: the next one may take the email. */
const isUnreached = (result: SendResult): result is AttemptResult =>
  result.kind === 'deferred' && UNREACHED.has(result.stage)

const UNREACHED: ReadonlySet<string> = new Set(['connect', 'tls', 'auth'])

/** The advice after the semicolon is for the owner of a relay: nobody here owns the server of a recipient. */
const withoutAdvice = (problem: AttemptResult): AttemptResult =>
  problem.kind === 'deferred' && problem.reply === null
    ? { ...problem, reason: problem.reason.replace(/;.*/s, '') }
    : problem

const prohibited = (domain: string): AttemptResult => ({
  kind: 'deferred',
  stage: 'rcpt',
  reply: null,
  reason: `no mail server of ${domain} is one that its MTA-STS policy allows`,
})

const MINUTE_MS = 60_000

/** Spreads the emails of a minute evenly. Resolves to false if the transport is closed first. */
function createPace(perMinute: number): (signal: AbortSignal) => Promise<boolean> {
  let nextTurnMs = -Infinity
  return async (signal) => {
    if (perMinute === 0) return true
    const now = performance.now()
    const turn = Math.max(now, nextTurnMs)
    nextTurnMs = turn + MINUTE_MS / perMinute
    return sleep(turn - now, true, { signal }).catch(() => false)
  }
}
