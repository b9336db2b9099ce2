// What the listener answers: whom it believes, and what becomes of a report. 250 is answered only when all that follows
// from a report is committed, so a report is never lost: as long as we fail, its sender keeps it and tries again (RFC 5321
// section 4.5.4.1). What a newcomer gets wrong: everything here is done for strangers, so all of it has its price.
import { callbackify } from 'node:util'
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server'
import { isDatabaseAway } from '../../platform/db/database-errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/email-address.ts'
import { AppError } from '../../platform/errors.ts'
import type { EmailId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/ip-network.ts'
import { createLinkTokens } from '../../platform/link-tokens.ts'
import type { Log } from '../../platform/log.ts'
import type { Feedback } from '../../platform/mail/feedback/feedback.ts'
import { READ_BYTES } from '../../platform/mail/feedback/mail-parts.ts'
import { createTurns } from '../../platform/turns.ts'
import { createWorkBudgets } from '../../platform/work-budgets.ts'
import type { WorkBudgets } from '../../platform/work-budgets.ts'
import { returnPathName } from '../domains/index.ts'
import type { BounceLimits } from './bounce-limits.ts'
import {
  noSuchMailbox,
  Refusal,
  tooManyRefused,
  tooManyReports,
  tooMuchWork,
  tryAgain,
} from './bounce-refusal.ts'
import { listProjectsOfDomain } from './feedback.queries.ts'
import type { EmailRef } from '../delivery/index.ts'
import { applyFeedback } from './feedback.service.ts'
import { createReportReader } from './report-reader.service.ts'

// So many statements at once: bounces use a few connections of the pool, and the rest stays with the requests.
const STORING_AT_ONCE = 3
// An address is looked up in the database, and what follows from a report is a transaction. Both mostly wait.
const RECIPIENT_COST_MS = 2
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
  const { clock, database, log, metrics, secrets } = deps
  const came = metrics.counter(
    'lettermill_feedback_total',
    'Mails that came to return paths, by what they were.',
  )
  const findMail = createReturnPathReader(deps)
  const readReport = createReportReader(deps, { limits, networks })
  const storing = createTurns(STORING_AT_ONCE)
  const returnPaths = createWorkBudgets({
    clock,
    burst: limits.reportsPerReturnPath,
    perSecond: limits.returnPathPerSecond,
  })
  const mails = new WeakMap<SMTPServerAddress, EmailRef>()
  const refused = new WeakMap<SMTPServerSession, number>()

  const takeRecipient = async ({ recipient, session }: Recipient) => {
    const network = networkOf(session.remoteAddress)
    networks.charge(network, RECIPIENT_COST_MS)
    const mail = await storing(network, () => findMail(recipient.address))
    if (!mail) {
      came.add({ kind: 'refused', effect: 'none' })
      const count = (refused.get(session) ?? 0) + 1
      refused.set(session, count)
      throw count > limits.refusedRecipients ? tooManyRefused() : noSuchMailbox()
    }
    if (!returnPaths.take(mail.emailId, 1)) throw tooManyReports()
    mails.set(recipient, mail)
  }

  const takeReport = async ({ stream, session }: Report) => {
    const network = networkOf(session.remoteAddress)
    const raw = await readBeginning(stream, (costMs) => networks.take(network, costMs))
    // The library refuses it.
    if (stream.sizeExceeded) return
    const reported = session.envelope.rcptTo
      .map((recipient) => mails.get(recipient))
      .filter((one) => one !== undefined)
    const feedback = await readReport({ raw, network, reported })
    if (!feedback) return came.add({ kind: 'unreadable', effect: 'none' })
    for (const mail of reported) {
      networks.charge(network, RECIPIENT_COST_MS)
      await storing(network, () => applyOne(mail, feedback))
    }
  }

  const applyOne = async (mail: EmailRef, feedback: Feedback) => {
    const effect = await applyFeedback(database.db, mail, { feedback, secrets, now: clock.now() })
    came.add({ kind: feedback.kind, effect: effect?.type ?? 'none' })
    if (effect?.type !== 'bounced' || effect.class !== 'policy') return
    log.warn({ ...mail, code: effect.code, reason: effect.reason }, 'a receiver turns our mail away')
  }

  const taking = answering(log, takeRecipient)
  const takingReport = answering(log, takeReport)
  return {
    onRcptTo: (recipient, session, done) => taking({ recipient, session }, done),
    onData: (stream, session, done) => takingReport({ stream, session }, done),
  }
}

type Recipient = { recipient: SMTPServerAddress; session: SMTPServerSession }
type Answering<Asked> = (asked: Asked, done: (problem: Error | null) => void) => void

/** As the library asks for it. What is not our own refusal is our own trouble: the caller comes again. */
const answering = <Asked>(log: Log, work: (asked: Asked) => Promise<void>): Answering<Asked> =>
  callbackify(async (asked: Asked) => {
    try {
      await work(asked)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const message = 'a bounce could not be taken; its sender will try again'
      if (isDatabaseAway(error) || error instanceof AppError) log.warn({ err: error }, message)
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
    throw error instanceof Refusal ? error : tryAgain()
  }
  // In memory of its own: what goes to a thread takes along all the memory that it is a part of.
  return new Uint8Array(Buffer.concat(chunks, Math.min(bytes, READ_BYTES)))
}

const PREFIX = returnPathName('')

/** The mail whose return path an address is; undefined for any other. */
function createReturnPathReader({ secrets, database }: Pick<Deps, 'secrets' | 'database'>) {
  const tokens = createLinkTokens(secrets)
  return async (address: string): Promise<EmailRef | undefined> => {
    const parsed = parseEmailAddress(address)
    if (!parsed.ok || !parsed.domain.startsWith(PREFIX)) return undefined
    const projects = await listProjectsOfDomain(database.db, { domain: parsed.domain.slice(PREFIX.length) })
    const found = tokens.readMailbox(parsed.local, projects)
    return found?.use === 'return-path'
      ? { projectId: found.projectId, emailId: found.emailId as EmailId }
      : undefined
  }
}
