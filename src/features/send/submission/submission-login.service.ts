// Who hands in email: any user name, and a secret key as the password. A right key always works; what is limited is wrong
// ones, per connection, per network (together with those over HTTP) and in all.
import type { SMTPServerAuthentication, SMTPServerSession } from 'smtp-server'
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import { createTurns } from '../../../platform/concurrency/turns.ts'
import { createWorkBudgets } from '../../../platform/concurrency/work-budgets.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { keyDigest, opens } from '../../../platform/key-access.ts'
import { SmtpAnswer } from '../../../platform/mail/smtp/smtp-answer.ts'
import { createKeyFinder } from '../../projects/index.ts'
import type { SubmissionLimits } from './submission-limits.ts'

/** What a session knows of the caller once it has signed in. */
export type Submitter = { projectId: ProjectId; digest: Buffer }

/** The limits that HTTP counts, too: takes one from a bucket. */
export type TokenTaker = {
  take(bucket: string, limitPerMinute: number): Promise<{ isAllowed: boolean; retryAfterSeconds: number }>
}

type Parts = Pick<Deps, 'database' | 'clock' | 'config'> & { limits: SubmissionLimits; limiter: TokenTaker }

export type Logins = {
  /** @throws AppError, SmtpAnswer */
  signIn(auth: Pick<SMTPServerAuthentication, 'password'>, session: SMTPServerSession): Promise<Submitter>
  /** Whether the key still works, asked for each email. @throws AppError */
  check(submitter: Submitter): Promise<void>
}

export function createLogins({ database, clock, config, limits, limiter }: Parts): Logins {
  const findKey = createKeyFinder(database, clock)
  const inTurn = createTurns(limits.lookUpsAtOnce)
  const wrongInAll = createWorkBudgets({
    clock,
    burst: limits.wrongPasswordsAtOnce,
    perSecond: limits.wrongPasswordsPerSecond,
  })
  const suspects = createWorkBudgets({ clock, burst: 1, perSecond: 1 / SUSPECT_SECONDS })
  const wrongInSession = new WeakMap<SMTPServerSession, number>()

  const find = async (digest: Buffer): Promise<Submitter | undefined> => {
    const key = await findKey(digest)
    if (!key) return undefined
    if (key.isProjectDisabled) throw new AppError('PROJECT_DISABLED')
    if (key.kind === 'public') throw new AppError('FORBIDDEN', PUBLIC_KEY)
    if (!opens(key.scopes, 'send')) throw new AppError('FORBIDDEN', NO_SCOPE)
    return { projectId: key.projectId, digest }
  }

  const noteWrong = async (network: string, session: SMTPServerSession): Promise<void> => {
    const count = (wrongInSession.get(session) ?? 0) + 1
    wrongInSession.set(session, count)
    wrongInAll.charge(ALL, 1)
    suspects.charge(network, 2)
    const verdict = await limiter.take(`auth:${network}`, config.AUTH_FAILURES_PER_MINUTE)
    if (!verdict.isAllowed) throw tooManyWrong(verdict.retryAfterSeconds)
    if (count >= limits.wrongPasswordsPerSession) throw new SmtpAnswer(421, `4.7.0 ${WRONG_TOO_OFTEN}`)
  }

  return {
    async signIn({ password }, session) {
      const network = networkOf(session.remoteAddress)
      if (!suspects.take(network, 0) && !wrongInAll.take(ALL, 0)) throw tooManyWrong(SUSPECT_SECONDS)
      const found = await inTurn(network, () => find(keyDigest(password ?? '')))
      if (found) return found
      await noteWrong(network, session)
      throw new AppError('INVALID_API_KEY', WRONG_KEY)
    },
    async check({ digest }) {
      if (!(await find(digest))) throw new AppError('INVALID_API_KEY')
    },
  }
}

const ALL = 'all'
// As long as the limit per network remembers.
const SUSPECT_SECONDS = 60

const WRONG_TOO_OFTEN = 'Too many wrong passwords. The password is a secret key of your project (sk_...).'
const tooManyWrong = (seconds: number) =>
  new SmtpAnswer(421, `4.7.0 Too many wrong passwords from your network. Try again in ${seconds} seconds.`)

const WRONG_KEY = {
  message: 'The password is not a key that works.',
  suggestion: 'The password is a secret key of your project (sk_...), the user name can be anything.',
}
const PUBLIC_KEY = {
  message: 'This is a public key, which cannot send email.',
  suggestion: 'Use a secret key (sk_...) as the password.',
}
const NO_SCOPE = {
  message: 'This key lacks the scope "send".',
  suggestion: 'Use a key with the scope send or full as the password.',
}
