// An SMTP listener for bounces and complaints (bounce-recipients.service.ts lists its addresses). This file owns the port;
// bounce-answers.service.ts owns the replies.
import type { SMTPServerOptions } from 'smtp-server'
import type { Deps } from '../../platform/deps.ts'
import { BoundedSmtpServer } from '../../platform/email/smtp/server/bounded-smtp-server.ts'
import { readServerCertificate } from '../../platform/email/smtp/server/server-certificate.ts'
import type { ServerCertificate } from '../../platform/email/smtp/server/server-certificate.ts'
import { keepListening, listenForSmtp } from '../../platform/email/smtp/server/smtp-port.ts'
import type { SmtpListener } from '../../platform/email/smtp/server/smtp-port.ts'
import { createWorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import { createBounceAnswers } from './bounce-answers.service.ts'
import { BOUNCE_LIMITS } from './bounce-limits.ts'
import type { BounceLimits } from './bounce-limits.ts'

// The time that a stopping node gives reports in progress.
const CLOSE_MS = 5_000

const AT = { setting: 'BOUNCE_PORT', purpose: 'bounces' } as const

/** On BOUNCE_PORT; 0 = off. If the port is in use, the node starts anyway and listens as soon as it is free. */
export async function startBounceListener(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { HOST, BOUNCE_HOST: host = HOST, BOUNCE_PORT: port } = deps.config
  return keepListening({ port }, () => listenForBounces(deps, { host, port }), deps.log)
}

/** @param at port 0: any free port */
export async function listenForBounces(
  deps: Deps,
  at: { host: string; port: number },
  limits: BounceLimits = BOUNCE_LIMITS,
): Promise<SmtpListener> {
  const server = buildServer(deps, { limits, certificate: await readServerCertificate(deps) })
  return listenForSmtp(server, { ...at, ...AT }, deps.log)
}

function buildServer(
  deps: Deps,
  { limits, certificate }: { limits: BounceLimits; certificate: ServerCertificate },
): BoundedSmtpServer {
  const networks = createWorkBudgets({
    clock: deps.clock,
    burst: limits.networkBurstMs,
    perSecond: limits.networkMsPerSecond,
  })
  const ended = deps.metrics.counter(
    'lettermill_bounce_connections_ended_total',
    'Connections of the bounce listener that were closed or refused because of a limit, by reason.',
  )
  return new BoundedSmtpServer(
    {
      ...settingsOf(limits),
      name: certificate.name,
      cert: certificate.cert,
      key: certificate.key,
      ...createBounceAnswers(deps, { limits, networks }),
    },
    { ...limits, take: networks.take, onEnded: (reason) => ended.add({ reason }) },
  )
}

const settingsOf = ({ bytes, recipients, idleMs }: BounceLimits): SMTPServerOptions => ({
  disabledCommands: ['AUTH'],
  closeTimeout: CLOSE_MS,
  size: bytes,
  maxRecipients: recipients,
  socketTimeout: idleMs,
})
