// SMTP submission on SMTP_PORT (STARTTLS) and SMTPS_PORT (TLS from the first byte), for programs that send by SMTP. This file
// owns the ports; submission-answers.service.ts owns the answers.
import type { SMTPServerOptions } from 'smtp-server'
import { withoutMapping } from '../../../platform/addresses/ip-network.ts'
import { createNetworkList } from '../../../platform/addresses/network-list.ts'
import { createWorkBudgets } from '../../../platform/concurrency/work-budgets.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BoundedSmtpServer } from '../../../platform/email/smtp/server/bounded-smtp-server.ts'
import type { SignInBounds, SmtpBounds } from '../../../platform/email/smtp/server/bounded-smtp-server.ts'
import { readServerCertificate } from '../../../platform/email/smtp/server/server-certificate.ts'
import type { ServerCertificate } from '../../../platform/email/smtp/server/server-certificate.ts'
import { keepListening, listenForSmtp } from '../../../platform/email/smtp/server/smtp-port.ts'
import type { SmtpListener } from '../../../platform/email/smtp/server/smtp-port.ts'
import { isThisMachine } from '../../../platform/public-url.ts'
import { MOST_RECIPIENTS } from '../send.schema.ts'
import { createSubmissionAnswers } from './submission-answers.service.ts'
import { SUBMISSION_LIMITS } from './submission-limits.ts'
import type { SubmissionLimits } from './submission-limits.ts'
import type { Submitter, TokenBucket } from './submission-login.service.ts'

// How long an email in progress may take when the node stops; the node itself has a little longer.
const CLOSE_MS = 15_000

const MEGABYTE = 1_048_576

type SubmissionOptions = {
  /** The request limit, which a project's HTTP and SMTP requests share. */
  limiter: TokenBucket
  limits?: SubmissionLimits
  /** Whether clients at this address may sign in without TLS. */
  isTrusted?: (address: string) => boolean
}

type SignInRules = Pick<SignInBounds, 'isTrusted' | 'hidesStartTls'>

export type Submission = {
  /** @param at port 0: any free port */
  listen(at: { host: string; port: number; isEncrypted: boolean }): Promise<SmtpListener>
}

/** Listens on SMTP_PORT and SMTPS_PORT; 0 = off. The node starts even if a port is in use. */
export async function startSubmission(
  deps: Deps,
  options: SubmissionOptions,
): Promise<{ stop(): Promise<void> }> {
  const { HOST, SMTP_HOST: host = HOST, SMTP_PORT, SMTPS_PORT } = deps.config
  if (SMTP_PORT === 0 && SMTPS_PORT === 0) return { stop: () => Promise.resolve() }
  const submission = await createSubmission(deps, options)
  const started = await Promise.all(
    [
      { port: SMTP_PORT, isEncrypted: false },
      { port: SMTPS_PORT, isEncrypted: true },
    ].map((at) => keepListening(at, () => submission.listen({ host, ...at }), deps.log)),
  )
  return { stop: async () => void (await Promise.all(started.map((one) => one.stop()))) }
}

export async function createSubmission(
  deps: Deps,
  { limiter, limits = SUBMISSION_LIMITS, isTrusted = trustOf(deps) }: SubmissionOptions,
): Promise<Submission> {
  const certificate = await readServerCertificate(deps)
  if (certificate.isSelfSigned) deps.log.info(SELF_SIGNED)
  const answers = createSubmissionAnswers(deps, { limits, limiter })
  // The mailers of Rails and Node use STARTTLS wherever it is offered, and reject a self-signed certificate. Connections on
  // the machine itself need no encryption.
  const hidesStartTls = (address: string) =>
    certificate.isSelfSigned && isThisMachine(withoutMapping(address))
  const bounds = boundsOf(deps, { limits, isTrusted, hidesStartTls })
  const options = { ...settingsOf(deps, limits), ...encryptionOf(certificate), ...answers }
  return {
    listen({ isEncrypted, ...at }) {
      // needsUpgrade counts a client before the TLS handshake instead of after it.
      const encryption = isEncrypted ? { secure: true, needsUpgrade: true } : {}
      const server = new BoundedSmtpServer({ ...options, ...encryption }, bounds)
      const setting = isEncrypted ? 'SMTPS_PORT' : 'SMTP_PORT'
      return listenForSmtp(server, { ...at, setting, purpose: 'SMTP submission' }, deps.log)
    },
  }
}

/** This machine, and the networks of SMTP_TRUSTED_NETWORKS. */
function trustOf({ config }: Pick<Deps, 'config'>): (address: string) => boolean {
  const networks = createNetworkList(config.SMTP_TRUSTED_NETWORKS ?? [])
  return (written) => {
    const address = withoutMapping(written)
    return isThisMachine(address) || networks.has(address)
  }
}

const SELF_SIGNED =
  'SMTP submission uses a self-signed certificate. Configure mailers on other machines to accept it, or set SMTP_TLS_CERT and SMTP_TLS_KEY to your own certificate.'

const encryptionOf = ({ name, cert, key }: ServerCertificate): SMTPServerOptions => ({ name, cert, key })

const settingsOf = ({ config }: Deps, { idleMs }: SubmissionLimits): SMTPServerOptions => ({
  authMethods: ['PLAIN', 'LOGIN'],
  authRequiredMessage: '5.7.0 Sign in first: any user name, and a secret key (sk_...) as the password.',
  size: config.JSON_LIMIT_MB * MEGABYTE,
  maxRecipients: MOST_RECIPIENTS,
  socketTimeout: idleMs,
  closeTimeout: CLOSE_MS,
  // Unsupported: addresses are ASCII before the @, and the API and webhooks report the outcome of an email.
  hideSMTPUTF8: true,
  hideDSN: true,
  hideREQUIRETLS: true,
})

function boundsOf(
  { clock, metrics }: Deps,
  { limits, isTrusted, hidesStartTls }: Required<Pick<SubmissionOptions, 'limits'> & SignInRules>,
): SmtpBounds {
  const networks = createWorkBudgets({
    clock,
    burst: limits.networkBurstMs,
    perSecond: limits.networkMsPerSecond,
  })
  const projects = createWorkBudgets({
    clock,
    burst: limits.projectBurstMs,
    perSecond: limits.projectMsPerSecond,
  })
  const ended = metrics.counter(
    'lettermill_submission_connections_ended_total',
    'SMTP submission connections that were closed or refused to protect the server, by reason.',
  )
  return {
    connections: limits.connections,
    connectionsPerNetwork: limits.connectionsPerNetwork,
    sessionMs: limits.sessionMs,
    take: networks.take,
    onEnded: (reason) => ended.add({ reason }),
    signIn: {
      isTrusted,
      hidesStartTls,
      commandMs: limits.commandMs,
      idleMs: limits.signedInIdleMs,
      take: (user, costMs) => projects.take((user as Submitter).projectId, costMs),
    },
  }
}
