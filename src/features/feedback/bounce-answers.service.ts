// What the listener answers, and what becomes of a report. 250 is answered only when all that follows
// from a report is committed, so a report is never lost: as long as we fail, its sender keeps it and tries again (RFC 5321
// section 4.5.4.1). What a newcomer gets wrong: everything here is done for strangers, so all of it has its price.
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
import type { BounceLimits } from './bounce-limits.ts'
import { createRecipientReader } from './bounce-recipients.service.ts'
import type { Taken } from './bounce-recipients.service.ts'
import { noSuchMailbox, tooManyRefused, tooManyReports, tooMuchWork, tryAgain } from './bounce-refusal.ts'
import { createReportActs } from './report-acts.service.ts'
import { createReportReader } from './report-reader.service.ts'

// So many statements at once: bounces use a few connections of the pool, and the rest stays with the requests.
const STORING_AT_ONCE = 3
// An address is looked up in the database, and what follows from a report is a transaction. Both mostly wait.
const RECIPIENT_COST_MS = 2
// Five return paths and a Message-ID are looked up at most.
const ROLE_COST_MS = 10
// Measured: a megabyte takes 10 ms in pieces of 64 kB. Lines that begin with a dot are a piece each, and there it is the
// number that counts: 11 microseconds for three bytes.
const PIECE_COST_MS = 0.011
const BYTE_COST_MS = 10 / 1_000_000

type Given = { limits: BounceLimits; networks: WorkBudgets }
type Report = { stream: SMTPServerDataStream; session: SMTPServerSession }

export function createBounceAnswers(
  deps: Deps,
  { limits, networks }: Given,
): Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  const { clock, log, metrics } = deps
  const came = metrics.counter(
    'lettermill_feedback_total',
    'Emails that came to the listener for bounces, by what they were.',
  )
  const readRecipient = createRecipientReader(deps)
  const readReport = createReportReader(deps, { limits, networks })
  const storing = createTurns(STORING_AT_ONCE)
  const reportsOfEmail = createWorkBudgets({
    clock,
    burst: limits.reportsPerReturnPath,
    perSecond: limits.returnPathPerSecond,
  })
  const act = createReportActs(deps, {
    readRecipient,
    mayReport: (emailId) => reportsOfEmail.take(emailId, 1),
  })
  const takenAt = new WeakMap<SMTPServerAddress, Taken>()
  const refused = new WeakMap<SMTPServerSession, number>()

  const takeRecipient = async ({ recipient, session }: Recipient) => {
    const network = networkOf(session.remoteAddress)
    networks.charge(network, RECIPIENT_COST_MS)
    const taken = await storing(network, () => readRecipient(recipient.address))
    if (!taken) {
      came.add({ kind: 'refused', effect: 'none' })
      const count = (refused.get(session) ?? 0) + 1
      refused.set(session, count)
      throw count > limits.refusedRecipients ? tooManyRefused() : noSuchMailbox()
    }
    if (taken.use !== 'role' && !reportsOfEmail.take(taken.email.emailId, 1)) throw tooManyReports()
    takenAt.set(recipient, taken)
  }

  const takeReport = async ({ stream, session }: Report) => {
    const network = networkOf(session.remoteAddress)
    const raw = await readBeginning(stream, (costMs) => networks.take(network, costMs))
    // The library refuses it.
    if (stream.sizeExceeded) return
    const takers = eachOnce(session.envelope.rcptTo.map((recipient) => takenAt.get(recipient)))
    const feedback = takers.every(isUnread) ? undefined : await readReport({ raw, network, takers })
    for (const taken of takers) {
      networks.charge(network, taken.use === 'role' ? ROLE_COST_MS : RECIPIENT_COST_MS)
      came.add(await storing(network, () => act(taken, feedback)))
    }
  }

  const taking = answering(log, takeRecipient)
  const takingReport = answering(log, takeReport)
  return {
    onRcptTo: (recipient, session, done) => taking({ recipient, session }, done),
    onData: (stream, session, done) => takingReport({ stream, session }, done),
  }
}

/** A report to five names of the domain is one report. */
function eachOnce(given: readonly (Taken | undefined)[]): Taken[] {
  const takers = given.filter((one) => one !== undefined)
  const role = takers.find((one) => one.use === 'role' && !isUnread(one)) ?? takers.find(isUnread)
  return takers.filter((one) => one.use !== 'role' || one === role)
}

/** The tables of DMARC reports are for the owner of the domain; nothing of them is kept here. */
const isUnread = (taken: Taken): boolean => taken.use === 'role' && taken.role === 'dmarc'

type Recipient = { recipient: SMTPServerAddress; session: SMTPServerSession }
type Answering<Asked> = (asked: Asked, done: (problem: Error | null) => void) => void

/** As the library asks for it. What is not our own refusal is our own trouble: the caller comes again. */
const answering = <Asked>(log: Log, work: (asked: Asked) => Promise<void>): Answering<Asked> =>
  callbackify(async (asked: Asked) => {
    try {
      await work(asked)
    } catch (error) {
      if (error instanceof SmtpAnswer) throw error
      const message = 'a bounce could not be taken; its sender will try again'
      if (isDatabaseUnavailable(error) || error instanceof AppError) log.warn({ err: error }, message)
      else log.error({ err: error }, message)
      throw tryAgain()
    }
  })

/** Reads to the end, since the answer comes after it, but keeps only what will be read. */
async function readBeginning(
  stream: SMTPServerDataStream,
  take: (costMs: number) => boolean,
): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!take(PIECE_COST_MS + chunk.length * BYTE_COST_MS)) throw tooMuchWork()
      if (bytes < READ_BYTES) chunks.push(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    // The caller hung up: half a report is none, and nobody hears the answer.
    throw error instanceof SmtpAnswer ? error : tryAgain()
  }
  // In memory of its own: what goes to a thread takes along all the memory that it is a part of.
  return new Uint8Array(Buffer.concat(chunks, Math.min(bytes, READ_BYTES)))
}
