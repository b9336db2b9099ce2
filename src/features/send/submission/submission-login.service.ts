// Sign-in for SMTP submission: any user name, and a secret key as the password. A valid key always works; wrong passwords are
// limited per connection, per network (together with those over HTTP) and in total.
import type { SMTPServerAuthentication, SMTPServerSession } from 'smtp-server'
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import { createTurns } from '../../../platform/concurrency/turns.ts'
import { createWorkBudgets } from '../../../platform/concurrency/work-budgets.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { KeyId, ProjectId } from '../../../platform/ids.ts'
import { keyDigest, permits } from '../../../platform/access/key-access.ts'
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'
import { createKeyFinder } from '../../projects/index.ts'
import type { SubmissionLimits } from './submission-limits.ts'

/** The identity of a session that has signed in. */
export type Submitter = { projectId: ProjectId; keyId: KeyId; digest: Buffer }

/** The request limits shared with HTTP: takes one token from a bucket. */
export type TokenBucket = {
  consume(bucket: string, limitPerMinute: number): Promise<{ isAllowed: boolean; retryAfterSeconds: number }>
}

type Parts = Pick<Deps, 'database' | 'clock' | 'config'> & { limits: SubmissionLimits; limiter: TokenBucket }

export type Logins = {
  /** @throws AppError, SmtpAnswer */
  signIn(auth: Pick<SMTPServerAuthentication, 'password'>, session: SMTPServerSession): Promise<Submitter>
  /** Called for each email. @throws AppError if the key no longer works */
  check(submitter: Submitter): Promise<void>
  leave(session: SMTPServerSession): void
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
  const connections = createSessionCounts(limits.connectionsPerProject)

  const find = async (digest: Buffer): Promise<Submitter | undefined> => {
    const key = await findKey(digest)
    if (!key) return undefined
    if (key.isProjectDisabled) throw new AppError('PROJECT_DISABLED')
    if (key.kind === 'public') throw new AppError('FORBIDDEN', PUBLIC_KEY)
    if (!permits(key.scopes, 'send')) throw new AppError('FORBIDDEN', NO_SCOPE)
    return { projectId: key.projectId, keyId: key.id, digest }
  }

  const recordWrongPassword = async (network: string, session: SMTPServerSession): Promise<void> => {
    const count = (wrongInSession.get(session) ?? 0) + 1
    wrongInSession.set(session, count)
    wrongInAll.charge(ALL, 1)
    suspects.charge(network, 2)
    const verdict = await limiter.consume(`auth:${network}`, config.AUTH_FAILURES_PER_MINUTE)
    if (!verdict.isAllowed) throw tooManyWrong(verdict.retryAfterSeconds)
    if (count >= limits.wrongPasswordsPerSession) throw new SmtpAnswer(421, `4.7.0 ${WRONG_TOO_OFTEN}`)
  }

  return {
    async signIn({ password }, session) {
      const network = networkOf(session.remoteAddress)
      if (!suspects.take(network, 0) && !wrongInAll.take(ALL, 0)) throw tooManyWrong(SUSPECT_SECONDS)
      const found = await inTurn(network, () => find(keyDigest(password ?? '')))
      if (found && !connections.enter(session, found.projectId)) throw new SmtpAnswer(421, TOO_MANY)
      if (found) return found
      await recordWrongPassword(network, session)
      throw new AppError('INVALID_API_KEY', WRONG_KEY)
    },
    leave: (session) => connections.leave(session),
    async check({ digest }) {
      if (!(await find(digest))) throw new AppError('INVALID_API_KEY')
    },
  }
}

function createSessionCounts(most: number) {
  const projects = new Map<SMTPServerSession, ProjectId>()
  const counts = new Map<ProjectId, number>()
  const leave = (session: SMTPServerSession): void => {
    const projectId = projects.get(session)
    if (projectId === undefined) return
    projects.delete(session)
    const left = (counts.get(projectId) ?? 1) - 1
    if (left === 0) counts.delete(projectId)
    else counts.set(projectId, left)
  }
  return {
    leave,
    enter(session: SMTPServerSession, projectId: ProjectId): boolean {
      // After STARTTLS a session may sign in once more.
      leave(session)
      const count = counts.get(projectId) ?? 0
      if (count >= most) return false
      projects.set(session, projectId)
      counts.set(projectId, count + 1)
      return true
    },
  }
}

const TOO_MANY = '4.7.0 Too many connections of this project. Use fewer, or try again later.'

const ALL = 'all'
// The window of the limit per network.
const SUSPECT_SECONDS = 60

const WRONG_TOO_OFTEN = 'Too many wrong passwords. The password is a secret key of your project (sk_...).'
const tooManyWrong = (seconds: number) =>
  new SmtpAnswer(421, `4.7.0 Too many wrong passwords from your network. Try again in ${seconds} seconds.`)

const WRONG_KEY = {
  message: 'The password is not a valid API key.',
  suggestion: 'Use a secret key of your project (sk_...) as the password; the user name can be anything.',
}
const PUBLIC_KEY = {
  message: 'This is a public key, which cannot send email.',
  suggestion: 'Use a secret key (sk_...) as the password.',
}
const NO_SCOPE = {
  message: 'This key lacks the scope "send".',
  suggestion: 'Use a key with the scope send or full as the password.',
}
