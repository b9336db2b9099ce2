// The SMTP replies of the listener. It answers 250 only when all effects of a report are committed, so a report is never lost:
// as long as we fail, its sender retries (RFC 5321 section 4.5.4.1). Anyone can send reports, so all work here is charged to
// the sender's network.
import { callbackify } from 'node:util'
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server'
import { isDatabaseUnavailable } from '../../platform/db/failures/database-errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/addresses/ip-network.ts'
import type { Log } from '../../platform/log/log.ts'
import { READ_BYTES } from '../../platform/email/feedback/email-parts.ts'
import { SmtpAnswer } from '../../platform/email/smtp/server/smtp-answer.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import { createWorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import type { WorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import { REPORT_EMAIL_BYTES } from '../domain-reports/index.ts'
import type { BounceLimits } from './bounce-limits.ts'
import { createRecipientReader } from './bounce-recipients.service.ts'
import type { BounceRecipient } from './bounce-recipients.service.ts'
import { noSuchMailbox, tooManyRefused, tooManyReports, tooMuchWork, tryAgain } from './bounce-refusal.ts'
import { createReportHandler } from './report-handler.service.ts'
import { createReportReader } from './report-reader.service.ts'

// Bounces use a few connections of the pool; the rest is for API requests.
const CONCURRENT_WRITES = 3
// Looking up an address is a query, applying a report a transaction. Both mostly wait.
const RECIPIENT_COST_MS = 2
// At most five return paths and a Message-ID are looked up.
const ROLE_COST_MS = 10
// A report about a domain is read later, which takes this long if it is honest.
const DOMAIN_REPORT_COST_MS = 50
const COSTS_MS: Record<BounceRecipient['use'], number> = {
  'return-path': RECIPIENT_COST_MS,
  unsubscribe: RECIPIENT_COST_MS,
  role: ROLE_COST_MS,
  'domain-report': DOMAIN_REPORT_COST_MS,
}
// Measured: a megabyte takes 10 ms in chunks of 64 kB. Each line that begins with a dot is a chunk of its own, which costs 11
// microseconds for three bytes.
const CHUNK_COST_MS = 0.011
const BYTE_COST_MS = 10 / 1_000_000
type Report = { stream: SMTPServerDataStream; session: SMTPServerSession }

export function createBounceAnswers(
  deps: Deps,
  { limits, networks }: { limits: BounceLimits; networks: WorkBudgets },
): Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  const { clock, log, metrics } = deps
  const received = metrics.counter(
    'lettermill_feedback_total',
    'Emails that the bounce listener received, by kind and effect.',
  )
  const readRecipient = createRecipientReader(deps)
  const readReport = createReportReader(deps, { limits, networks })
  const inTurn = createTurns(CONCURRENT_WRITES)
  const reportsOfEmail = createWorkBudgets({
    clock,
    burst: limits.reportsPerReturnPath,
    perSecond: limits.returnPathPerSecond,
  })
  const handleReport = createReportHandler(deps, {
    readRecipient,
    mayReport: (emailId) => reportsOfEmail.take(emailId, 1),
  })
  const accepted = new WeakMap<SMTPServerAddress, BounceRecipient>()
  const refused = new WeakMap<SMTPServerSession, number>()

  const acceptRecipient = async ({ recipient: address, session }: RecipientCommand) => {
    const network = networkOf(session.remoteAddress)
    networks.charge(network, RECIPIENT_COST_MS)
    const recipient = await inTurn(network, () => readRecipient(address.address))
    if (!recipient) {
      received.add({ kind: 'refused', effect: 'none' })
      const count = (refused.get(session) ?? 0) + 1
      refused.set(session, count)
      throw count > limits.refusedRecipients ? tooManyRefused() : noSuchMailbox()
    }
    if ('email' in recipient && !reportsOfEmail.take(recipient.email.emailId, 1)) throw tooManyReports()
    accepted.set(address, recipient)
  }

  const acceptReport = async ({ stream, session }: Report) => {
    const network = networkOf(session.remoteAddress)
    const accepts = session.envelope.rcptTo.flatMap((address) => accepted.get(address) ?? [])
    const raw = await readBeginning(stream, {
      most: accepts.some(isDomainReport) ? REPORT_EMAIL_BYTES : READ_BYTES,
      take: (costMs) => networks.take(network, costMs),
    })
    // The library refuses the email.
    if (stream.sizeExceeded) return
    const recipients = withOneRole(accepts)
    const beginning = raw.length > READ_BYTES ? raw.slice(0, READ_BYTES) : raw
    const feedback = recipients.every(isDomainReport)
      ? undefined
      : await readReport({ raw: beginning, network, recipients })
    for (const recipient of recipients) {
      networks.charge(network, COSTS_MS[recipient.use])
      received.add(await inTurn(network, () => handleReport(recipient, { raw, feedback })))
    }
  }

  const onRecipient = toCallback(log, acceptRecipient)
  const onReport = toCallback(log, acceptReport)
  return {
    onRcptTo: (recipient, session, done) => onRecipient({ recipient, session }, done),
    onData: (stream, session, done) => onReport({ stream, session }, done),
  }
}

/** Keeps one role address, because a report to several of them is one report, and one address for reports of each domain. */
function withOneRole(recipients: readonly BounceRecipient[]): BounceRecipient[] {
  const kept = new Map<unknown, BounceRecipient>()
  for (const one of recipients) {
    const key = one.use === 'role' ? one.use : one.use === 'domain-report' ? one.domain : one
    if (!kept.has(key)) kept.set(key, one)
  }
  return [...kept.values()]
}

/** Reports about a domain are stored whole, and read later. */
const isDomainReport = (recipient: BounceRecipient): boolean => recipient.use === 'domain-report'

type RecipientCommand = { recipient: SMTPServerAddress; session: SMTPServerSession }
type SmtpCallback<Command> = (command: Command, done: (problem: Error | null) => void) => void

/** Any error but a refusal is our own fault: the sender is asked to try again. */
const toCallback = <Command>(log: Log, work: (command: Command) => Promise<void>): SmtpCallback<Command> =>
  callbackify(async (command: Command) => {
    try {
      await work(command)
    } catch (error) {
      if (error instanceof SmtpAnswer) throw error
      const message = 'a bounce could not be accepted; its sender will try again'
      if (isDatabaseUnavailable(error) || error instanceof AppError) log.warn({ err: error }, message)
      else log.error({ err: error }, message)
      throw tryAgain()
    }
  })

/** Reads to the end, because the reply comes after it, but keeps only the part that is parsed. */
async function readBeginning(
  stream: SMTPServerDataStream,
  { most, take }: { most: number; take: (costMs: number) => boolean },
): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!take(CHUNK_COST_MS + chunk.length * BYTE_COST_MS)) throw tooMuchWork()
      if (bytes < most) chunks.push(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    // The caller hung up: half a report is ignored.
    throw error instanceof SmtpAnswer ? error : tryAgain()
  }
  // Copied, because a thread is sent the whole underlying buffer.
  return new Uint8Array(Buffer.concat(chunks, Math.min(bytes, most)))
}
