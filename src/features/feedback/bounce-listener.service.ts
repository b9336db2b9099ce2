// The mail server that takes what comes back: an SMTP listener that knows no mailbox but the signed return paths of our
// own emails. This file owns the port; bounce-answers.service.ts owns what is answered.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import type { Deps } from '../../platform/deps.ts'
import { BoundedSmtpServer } from '../../platform/mail/smtp/bounded-smtp-server.ts'
import { mailHostOf } from '../../platform/public-url.ts'
import { createWorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import { createBounceAnswers } from './bounce-answers.service.ts'
import { BOUNCE_LIMITS } from './bounce-limits.ts'
import type { BounceLimits } from './bounce-limits.ts'

// A report under way when the node stops has this long.
const CLOSE_MS = 5_000

// RFC 5321 section 4.5.3.1.4 asks for 512 octets, and its extensions add some hundred.
const LONGEST_COMMAND = 2_000

export type BounceListener = { port: number; stop(): Promise<void> }

// Another node of this machine may have the port; when it ends, this one takes over.
const RETRY_MS = 5_000

/** On BOUNCE_PORT; 0 = off. A port that is taken keeps nobody from sending: this node listens as soon as it is free. */
export async function startBounceListener(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { HOST: host, BOUNCE_PORT: port } = deps.config
  const stopped = new AbortController()
  const listenOnce = () => listenForBounces(deps, { host, port })
  const waitAndListen = async (): Promise<BounceListener | undefined> => {
    while (!stopped.signal.aborted) {
      await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      const listener = stopped.signal.aborted ? undefined : await listenOnce().catch(unlessTaken)
      if (listener) return listener
    }
    return undefined
  }
  if (port === 0) return { stop: () => Promise.resolve() }
  const first = await listenOnce().catch((error: unknown) => {
    unlessTaken(error)
    deps.log.warn((error as Error).message)
  })
  const listening = first ? Promise.resolve(first) : waitAndListen()
  return {
    async stop() {
      stopped.abort()
      await (await listening)?.stop()
    },
  }
}

function unlessTaken(error: unknown): undefined {
  if (!(error instanceof BouncePortTakenError)) throw error
}

/** @param at port 0: any that is free */
export async function listenForBounces(
  deps: Deps,
  at: { host: string; port: number },
  limits: BounceLimits = BOUNCE_LIMITS,
): Promise<BounceListener> {
  const server = buildServer(deps, { limits, certificate: await readCertificate(deps) })
  // Lines that break and handshakes that fail are the callers' trouble; the listener's own comes from `once`.
  server.on('error', (error) => deps.log.debug({ err: error }, 'a caller with a bounce was lost'))
  server.listen(at.port, at.host)
  try {
    await once(server.server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new BouncePortTakenError(at) : error
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

class BouncePortTakenError extends Error {
  constructor({ host, port }: { host: string; port: number }) {
    super(
      `Port ${port} of ${host}, for bounces, is taken, perhaps by another node. This one takes no bounces until it is free. Choose another with BOUNCE_PORT; 0 = off.`,
    )
  }
}

type Certificate = Pick<SMTPServerOptions, 'cert' | 'key' | 'name'>

function buildServer(
  deps: Deps,
  { limits, certificate }: { limits: BounceLimits; certificate: Certificate },
): BoundedSmtpServer {
  const networks = createWorkBudgets({
    clock: deps.clock,
    burst: limits.networkBurstMs,
    perSecond: limits.networkMsPerSecond,
  })
  const ended = deps.metrics.counter(
    'lettermill_bounce_connections_ended_total',
    'Connections with bounces that were ended or not taken for the sake of others, by reason.',
  )
  return new BoundedSmtpServer(
    {
      ...SETTINGS,
      ...settingsOf(limits),
      ...certificate,
      ...createBounceAnswers(deps, { limits, networks }),
    },
    { ...limits, take: networks.take, onEnded: (reason) => ended.add({ reason }) },
  )
}

const SETTINGS: SMTPServerOptions = {
  disabledCommands: ['AUTH'],
  rejectOversized: true,
  maxCommandLength: LONGEST_COMMAND,
  closeTimeout: CLOSE_MS,
  hideENHANCEDSTATUSCODES: false,
  // Nobody needs the name of a caller, and DNS must not hold one up.
  disableReverseLookup: true,
  // Undefined would warn on the terminal about the certificate; see readCertificate.
  logger: false,
}

const settingsOf = ({ bytes, recipients, idleMs }: BounceLimits): SMTPServerOptions => ({
  size: bytes,
  maxRecipients: recipients,
  socketTimeout: idleMs,
})

/**
 * That of SMTP submission, or the one that the library brings. Its private key is known to everybody, but mail servers
 * encrypt to whoever answers anyway (RFC 7435), and this keeps those out who only listen.
 */
async function readCertificate({
  config,
  publicUrl,
}: Pick<Deps, 'config' | 'publicUrl'>): Promise<Certificate> {
  const name = mailHostOf(config, await publicUrl.find())
  const { SMTP_TLS_CERT: cert, SMTP_TLS_KEY: key } = config
  if (cert === undefined || key === undefined) return { name }
  return { name, cert: await readPem('SMTP_TLS_CERT', cert), key: await readPem('SMTP_TLS_KEY', key) }
}

async function readPem(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new Error(`${setting} cannot be read`, { cause: error })
  }
}
