// The answers of SMTP submission. 250 means that every email is on disk; after any other answer the sender still has the email
// and can try again. An email that is refused has to be read to its end first: otherwise the rest would be taken for
// commands.
import { callbackify } from 'node:util'
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log/log.ts'
import { nameOf, startSpan } from '../../../platform/tracing/span.ts'
import { parseTraceparent } from '../../../platform/tracing/trace-context.ts'
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'
import { createSubmittedEmailAcceptor } from './accept-submitted.service.ts'
import type { AcceptSubmittedEmail } from './accept-submitted.service.ts'
import { createMemoryReservations } from './memory-reservation.ts'
import { readEmail } from './read-email.service.ts'
import { createReceiver } from './receive-email.service.ts'
import type { SubmissionLimits } from './submission-limits.ts'
import { createLogins } from './submission-login.service.ts'
import type { Submitter, TokenBucket } from './submission-login.service.ts'
import { toSmtpAnswer } from './submission-reply.ts'
import { toSubmittedCall } from './submitted-call.ts'
import type { SubmittedCall } from './submitted-call.ts'

type SubmissionOptions = { limits: SubmissionLimits; limiter: TokenBucket }
type Answers = Pick<SMTPServerOptions, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData' | 'onClose'>

export function createSubmissionAnswers(deps: Deps, { limits, limiter }: SubmissionOptions): Answers {
  const { log, config } = deps
  const logins = createLogins({ ...deps, limits, limiter })
  const acceptTraced = traced(deps, createSubmittedEmailAcceptor(deps))
  const reservations = createMemoryReservations({
    total: limits.heldBytes,
    perProject: limits.heldBytesPerProject,
  })
  const receive = createReceiver(deps)
  const submissions = deps.metrics.counter(
    'lettermill_submissions_total',
    'Emails submitted by SMTP, by the first digit of the reply.',
  )
  const recipientsAt = new WeakMap<SMTPServerAddress, string>()

  const begin = async ({ address: { args }, session }: AddressCommand) => {
    if (args && args.SMTPUTF8 !== undefined) throw new SmtpAnswer(555, NO_SMTPUTF8)
    const { projectId } = submitterOf(session)
    await logins.check(submitterOf(session))
    const verdict = await limiter.consume(`project:${projectId}`, config.API_RATE_PER_MINUTE)
    if (!verdict.isAllowed) throw new AppError('RATE_LIMIT_EXCEEDED', verdict)
  }

  const addRecipient = async ({ address }: AddressCommand) => {
    const parsed = parseEmailAddress(address.address)
    if (!parsed.ok) throw new SmtpAnswer(553, `5.1.3 ${parsed.problem.message}`)
    recipientsAt.set(address, parsed.address)
  }

  const submit = async ({ stream, session }: DataCommand): Promise<string> => {
    const { projectId, keyId } = submitterOf(session)
    const beganAt = performance.now()
    using reservation = reservations.open(projectId)
    const raw = await receive(stream, reservation)
    // The library refuses an email that is too large.
    if (stream.sizeExceeded) return ''
    await heavyTurn(projectId)
    const email = await readEmail(deps.threads, raw, projectId)
    const recipients = session.envelope.rcptTo.flatMap((one) => recipientsAt.get(one) ?? [])
    const call = toSubmittedCall(email, { projectId, keyId, recipients: [...new Set(recipients)] })
    return `2.0.0 ${await acceptTraced(call, { traceparent: email.traceparent, beganAt })}`
  }

  const toCallback = createCallbackAdapter(log)
  const signIn = toCallback(async ({ auth, session }: SignIn) => ({
    user: await logins.signIn(auth, session),
  }))
  const beginWithCallback = toCallback(begin)
  const addWithCallback = toCallback(addRecipient)
  const submitWithCallback = toCallback(submit)

  return {
    onAuth: (auth, session, done) => signIn({ auth, session }, (error, answer) => done(error, answer)),
    onClose: (session) => logins.leave(session),
    onMailFrom: (address, session, done) => beginWithCallback({ address, session }, (error) => done(error)),
    onRcptTo: (address, session, done) => addWithCallback({ address, session }, (error) => done(error)),
    onData: (stream, session, done) =>
      submitWithCallback({ stream, session }, (error, answer) => {
        const reply = error ? (error as SmtpAnswer).responseCode : stream.sizeExceeded ? 552 : 250
        submissions.add({ reply: `${Math.floor(reply / 100)}xx` })
        done(error, answer)
      }),
  }
}

/** @param beganAt the performance.now() at which the email began to come */
function traced(deps: Deps, accept: AcceptSubmittedEmail) {
  return async (
    call: SubmittedCall,
    { traceparent, beganAt }: { traceparent: string | undefined; beganAt: number },
  ): Promise<string> => {
    const span = startSpan(deps, {
      parent: parseTraceparent(traceparent),
      name: 'SMTP submission',
      kind: 'server',
      attributes: { 'lettermill.project_id': call.projectId },
      beganAt,
    })
    try {
      const answer = await accept({ ...call, trace: span.context })
      span.end()
      return answer
    } catch (error) {
      span.end({ error: nameOf(error) })
      throw error
    }
  }
}

/** Turns a handler into the callback form that the library expects. */
const createCallbackAdapter =
  (log: Log) =>
  <Command, Answer>(work: (command: Command) => Promise<Answer>) =>
    callbackify(async (command: Command): Promise<Answer> => {
      try {
        return await work(command)
      } catch (error) {
        throw toSmtpAnswer(error, log)
      }
    })

type SignIn = { auth: Parameters<NonNullable<SMTPServerOptions['onAuth']>>[0]; session: SMTPServerSession }
type AddressCommand = { address: SMTPServerAddress; session: SMTPServerSession }
type DataCommand = { stream: SMTPServerDataStream; session: SMTPServerSession }

/** The library accepts these commands only after onAuth. */
const submitterOf = (session: SMTPServerSession): Submitter & { projectId: ProjectId } =>
  session.user as Submitter

const NO_SMTPUTF8 = '5.6.7 SMTPUTF8 is not supported: use addresses with only ASCII characters before the @.'
