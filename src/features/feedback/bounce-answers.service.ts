// What the listener answers: whom it believes, and what becomes of a report. 250 is answered only when all that follows
// from a report is committed, so a report is never lost: as long as we fail, its sender keeps it and tries again (RFC 5321
// section 4.5.4.1).
import { callbackify } from 'node:util'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions } from 'smtp-server'
import { isDatabaseAway } from '../../platform/db/database-errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/email-address.ts'
import type { EmailId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/link-tokens.ts'
import type { Log } from '../../platform/log.ts'
import { readFeedback } from '../../platform/mail/feedback/read-feedback.ts'
import { returnPathName } from '../domains/index.ts'
import { noSuchMailbox, Refusal, tryAgain } from './bounce-refusal.ts'
import { listProjectsOfDomain } from './feedback.queries.ts'
import type { MailRef } from './feedback.queries.ts'
import { applyFeedback } from './feedback.service.ts'

// What a report says stands in front of the mail that it quotes. The rest is taken and not kept.
const READ_BYTES = 1_000_000

type Report = { stream: SMTPServerDataStream; recipients: readonly SMTPServerAddress[] }

export function createBounceAnswers(deps: Deps): Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  const { log, metrics } = deps
  const came = metrics.counter(
    'lettermill_feedback_total',
    'Mails that came to return paths, by what they were.',
  )
  const findMail = createReturnPathReader(deps)
  const mails = new WeakMap<SMTPServerAddress, MailRef>()

  const takeRecipient = async (recipient: SMTPServerAddress) => {
    const mail = await findMail(recipient.address)
    if (!mail) {
      came.add({ kind: 'refused', effect: 'none' })
      throw noSuchMailbox()
    }
    mails.set(recipient, mail)
  }

  const takeReport = async ({ stream, recipients }: Report) => {
    const feedback = await readFeedback(await readBeginning(stream))
    // The library refuses it.
    if (stream.sizeExceeded) return
    for (const recipient of recipients) {
      const mail = mails.get(recipient)
      if (!mail) continue
      const effect = await applyFeedback(deps.database.db, mail, { feedback, now: deps.clock.now() })
      came.add({ kind: feedback.kind, effect: effect?.type ?? 'none' })
      if (effect?.type === 'bounced' && effect.class === 'policy') {
        log.warn({ ...mail, code: effect.code, reason: effect.reason }, 'a receiver turns our mail away')
      }
    }
  }

  const taking = answering(log, takeRecipient)
  const takingReport = answering(log, takeReport)
  return {
    onRcptTo: (recipient, _session, done) => taking(recipient, done),
    onData: (stream, { envelope }, done) => takingReport({ stream, recipients: envelope.rcptTo }, done),
  }
}

type Answering<Given> = (given: Given, done: (problem: Error | null) => void) => void

/** As the library asks for it. What is not our own refusal is our own trouble: the caller comes again. */
const answering = <Given>(log: Log, work: (given: Given) => Promise<void>): Answering<Given> =>
  callbackify(async (given: Given) => {
    try {
      await work(given)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const message = 'a bounce could not be taken; its sender will try again'
      if (isDatabaseAway(error)) log.warn({ err: error }, message)
      else log.error({ err: error }, message)
      throw tryAgain()
    }
  })

/** Reads to the end, since the answer comes after it. */
async function readBeginning(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (bytes < READ_BYTES) chunks.push(chunk)
      bytes += chunk.length
    }
  } catch {
    // The caller hung up: half a report is none, and nobody hears the answer.
    throw tryAgain()
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES)
}

const PREFIX = returnPathName('')

/** The mail whose return path an address is; undefined for any other. */
function createReturnPathReader({ secrets, database }: Pick<Deps, 'secrets' | 'database'>) {
  const tokens = createLinkTokens(secrets)
  return async (address: string): Promise<MailRef | undefined> => {
    const parsed = parseEmailAddress(address)
    if (!parsed.ok || !parsed.domain.startsWith(PREFIX)) return undefined
    const projects = await listProjectsOfDomain(database.db, { domain: parsed.domain.slice(PREFIX.length) })
    const found = tokens.readReturnPath(parsed.local, projects)
    return found && { projectId: found.projectId, emailId: found.emailId as EmailId }
  }
}
