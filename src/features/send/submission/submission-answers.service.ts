// What SMTP submission answers. 250 is answered only when every email of it is on disk; as long as we fail, the sender has it
// and can try again. What a newcomer gets wrong: an email that is refused has to be read to its end first, because its
// bytes would be taken for commands otherwise.
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
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'
import { createAcceptSubmitted } from './accept-submitted.service.ts'
import { createHeldBytes } from './held-bytes.ts'
import { readEmail } from './read-email.service.ts'
import { createReceiver } from './receive-email.service.ts'
import type { SubmissionLimits } from './submission-limits.ts'
import { createLogins } from './submission-login.service.ts'
import type { Submitter, TokenTaker } from './submission-login.service.ts'
import { toSmtpAnswer } from './submission-reply.ts'
import { toSubmittedCall } from './submitted-call.ts'

type Given = { limits: SubmissionLimits; limiter: TokenTaker }
type Answers = Pick<SMTPServerOptions, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData' | 'onClose'>

export function createSubmissionAnswers(deps: Deps, { limits, limiter }: Given): Answers {
  const { log, config } = deps
  const logins = createLogins({ ...deps, limits, limiter })
  const accept = createAcceptSubmitted(deps)
  const held = createHeldBytes({ inAll: limits.heldBytes, perProject: limits.heldBytesPerProject })
  const receive = createReceiver(deps)
  const submissions = deps.metrics.counter(
    'lettermill_submissions_total',
    'Emails handed in by SMTP, by the first digit of the reply.',
  )
  const recipientsAt = new WeakMap<SMTPServerAddress, string>()

  const begin = async ({ address: { args }, session }: Named) => {
    if (args && args.SMTPUTF8 !== undefined) throw new SmtpAnswer(555, NO_SMTPUTF8)
    const { projectId } = submitterOf(session)
    await logins.check(submitterOf(session))
    const verdict = await limiter.take(`project:${projectId}`, config.API_RATE_PER_MINUTE)
    if (!verdict.isAllowed) throw new AppError('RATE_LIMIT_EXCEEDED', verdict)
  }

  const addRecipient = async ({ address }: Named) => {
    const parsed = parseEmailAddress(address.address)
    if (!parsed.ok) throw new SmtpAnswer(553, `5.1.3 ${parsed.problem.message}`)
    recipientsAt.set(address, parsed.address)
  }

  const submit = async ({ stream, session }: Incoming): Promise<string> => {
    const { projectId } = submitterOf(session)
    using holding = held.open(projectId)
    const raw = await receive(stream, holding)
    // The library refuses it.
    if (stream.sizeExceeded) return ''
    await heavyTurn(projectId)
    const email = await readEmail(deps.threads, raw, projectId)
    const recipients = session.envelope.rcptTo.flatMap((one) => recipientsAt.get(one) ?? [])
    const call = toSubmittedCall(email, { projectId, recipients: [...new Set(recipients)] })
    return `2.0.0 ${await accept(call)}`
  }

  const answering = answeringWith(log)
  const signingIn = answering(async ({ auth, session }: SigningIn) => ({
    user: await logins.signIn(auth, session),
  }))
  const beginning = answering(begin)
  const adding = answering(addRecipient)
  const submitting = answering(submit)

  return {
    onAuth: (auth, session, done) => signingIn({ auth, session }, (error, answer) => done(error, answer)),
    onClose: (session) => logins.leave(session),
    onMailFrom: (address, session, done) => beginning({ address, session }, (error) => done(error)),
    onRcptTo: (address, session, done) => adding({ address, session }, (error) => done(error)),
    onData: (stream, session, done) =>
      submitting({ stream, session }, (error, answer) => {
        const reply = error ? (error as SmtpAnswer).responseCode : stream.sizeExceeded ? 552 : 250
        submissions.add({ reply: `${Math.floor(reply / 100)}xx` })
        done(error, answer)
      }),
  }
}

/** As the library asks for it. */
const answeringWith =
  (log: Log) =>
  <Asked, Answer>(work: (asked: Asked) => Promise<Answer>) =>
    callbackify(async (asked: Asked): Promise<Answer> => {
      try {
        return await work(asked)
      } catch (error) {
        throw toSmtpAnswer(error, log)
      }
    })

type SigningIn = { auth: Parameters<NonNullable<SMTPServerOptions['onAuth']>>[0]; session: SMTPServerSession }
type Named = { address: SMTPServerAddress; session: SMTPServerSession }
type Incoming = { stream: SMTPServerDataStream; session: SMTPServerSession }

/** The library asks for nothing of the sort before it has called onAuth. */
const submitterOf = (session: SMTPServerSession): Submitter & { projectId: ProjectId } =>
  session.user as Submitter

const NO_SMTPUTF8 = '5.6.7 SMTPUTF8 is not offered: use addresses of ASCII letters before the @.'
