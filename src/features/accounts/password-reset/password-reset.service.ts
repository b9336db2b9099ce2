// A new password for a person who has forgotten theirs: a link in an email, which works once, for 30 minutes. Only a digest of
// its token is stored. The answer to a request says nothing about the account: a job looks for it, after the answer.
import { hash, randomBytes } from 'node:crypto'
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import type { Db } from '../../../platform/db/client.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { PasswordResetId, UserId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { cancel, done, retry } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { emailPasswordResetJob } from '../accounts.jobs.ts'
import { recordForUser } from '../audit/audit.service.ts'
import { countAttempt } from '../sign-in/sessions.queries.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { findUserByEmail, hasCredential, lockUser } from '../users.queries.ts'
import type { UserRow } from '../users.queries.ts'
import { replacePassword } from '../users.service.ts'
import {
  deletePasswordReset,
  findPasswordReset,
  markPasswordResetSent,
  savePasswordReset,
} from './password-reset.queries.ts'
import type { PasswordResetPayload } from './password-reset.schema.ts'

const LIFETIME_MS = 30 * 60_000
const TOKEN_BYTES = 32

const LIMIT_WINDOW_MS = 60 * 60_000

// A person asks again when the first email does not come at once. More would only fill their mailbox.
const MOST_PER_ADDRESS = 3

// Colleagues behind one address.
const MOST_PER_NETWORK = 20

const digestOf = (token: string) => hash('sha256', token, 'buffer')

const subjectOf = (...parts: string[]) =>
  hash('sha256', JSON.stringify(['password reset', ...parts]), 'buffer')

export type ResetEmailResult = 'sent' | 'later' | 'refused' | 'no sender'

export type PasswordResetEmails = {
  /** Whether any project of this installation could send the link. Says nothing about an account. */
  isAvailable(): Promise<boolean>
  /** Sends the link from a project of the person. `link`: null for an account without a password. */
  send(person: { userId: UserId; to: string; link: string | null }): Promise<ResetEmailResult>
}

/** Counts every request, whether or not the address has an account. @throws AppError RATE_LIMIT_EXCEEDED */
async function checkLimits(
  db: Db,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<void> {
  const address = subjectOf('address', email)
  const network = subjectOf('network', networkOf(ip))
  const endsAt = new Date(now.getTime() + LIMIT_WINDOW_MS)
  const counted = await countAttempt(db, { subjects: [address, network], now, endsAt })
  const over = counted.filter(
    ({ subject, failures }) => failures > (subject.equals(address) ? MOST_PER_ADDRESS : MOST_PER_NETWORK),
  )
  if (over.length === 0) return
  const waitMs = Math.max(...over.map(({ ends_at }) => ends_at.getTime())) - now.getTime()
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many links for a new password were requested.',
    suggestion: `Look for an earlier email: each link works for 30 minutes. Otherwise try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

/** Does the same for every address: counts the request and enqueues a job. */
export async function requestPasswordReset(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const now = clock.now()
  const address = email.toLowerCase()
  await checkLimits(db, { email: address, ip, now })
  const payload = { id: newId<PasswordResetId>(now), email: address, ip, requestedAt: now.toISOString() }
  await enqueue(db, emailPasswordResetJob, { payload })
}

type EmailParts = Pick<Deps, 'database' | 'clock' | 'log' | 'publicUrl'> & { emails: PasswordResetEmails }

/** Sends the link if the address has an account. A second run sends nothing if the first one did. */
export async function emailPasswordReset(
  { database: { db }, clock, log, publicUrl, emails }: EmailParts,
  payload: PasswordResetPayload,
): Promise<Outcome> {
  const now = clock.now()
  const user = await findUserByEmail(db, { email: payload.email })
  if (!user) return done
  if (now.getTime() > Date.parse(payload.requestedAt) + LIFETIME_MS) {
    return cancel('the person does not wait for a link any more')
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  if (!(await saveToken(db, { user, payload, token, now }))) return done
  const hasPassword = await hasCredential(db, { userId: user.id, providerId: 'credential' })
  const link = hasPassword ? `${await publicUrl.find()}/reset-password/${token}` : null
  const result = await emails.send({ userId: user.id, to: user.email, link })
  if (result === 'later') return retry('the mail server did not accept the email yet')
  if (result !== 'sent') {
    log.warn({ userId: user.id, reason: result }, 'a link for a new password was not sent')
    return done
  }
  await markPasswordResetSent(db, { id: payload.id, now: clock.now() })
  return done
}

/** Returns false if the email was sent before. Each attempt has its own token, because none is stored. */
async function saveToken(
  db: Db,
  { user, payload, token, now }: { user: UserRow; payload: PasswordResetPayload; token: string; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const saved = await savePasswordReset(trx, {
      id: payload.id,
      user_id: user.id,
      token_digest: digestOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    if (saved?.isNew) {
      await recordForUser(trx, user, { action: 'account.password-reset-requested', ip: payload.ip, now })
    }
    return saved !== undefined
  })
}

const badLink = () =>
  new AppError('FORBIDDEN', {
    message: 'This link was already used, or is older than 30 minutes.',
    suggestion: 'Ask for a new link on the sign-in page.',
  })

export async function readPasswordReset(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ userId: UserId; email: string; expiresAt: string }> {
  const found = await findPasswordReset(db, { digest: digestOf(token), now })
  if (!found) throw badLink()
  return { userId: found.user_id, email: found.email, expiresAt: found.expires_at.toISOString() }
}

type Completion = { token: string; newPassword: string; ip: string; now: Date }

/** Ends all sessions. The second factor stays. */
export async function completePasswordReset(
  db: Db,
  { token, newPassword, ip, now }: Completion,
): Promise<void> {
  // Checked before hashing the password, which is expensive.
  const { userId } = await readPasswordReset(db, { token, now })
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(db, async (trx) => {
    // Concurrent requests wait here, also those with another link of the same person.
    const user = await lockUser(trx, { userId })
    if (!user || !(await deletePasswordReset(trx, { digest: digestOf(token), now }))) throw badLink()
    await replacePassword(trx, { user, passwordHash, now })
    await recordForUser(trx, user, { action: 'account.password-reset', ip, now })
  })
}
