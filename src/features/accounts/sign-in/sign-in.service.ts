// Signing in: the library checks the password, lockout.service.ts counts wrong ones, and each action is recorded in the audit
// log of every project of the user, in its own transaction.
import { cookieOf } from '../../../platform/access/cookies.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { recordForUser } from '../audit/audit.service.ts'
import { findPasswordTime, findUserByEmail, lockPassword } from '../users.queries.ts'
import { createAuthCalls } from './auth-calls.service.ts'
import type { AuthAnswer, AuthCall, AuthCalls, Browser } from './auth-calls.service.ts'
import { deviceCookie } from './known-device.ts'
import { createLockout } from './lockout.service.ts'
import type { Lockout } from './lockout.service.ts'
import { deleteSession } from './sessions.queries.ts'
import { createSessionReader } from './sessions.service.ts'
import { sessionCookieName, sessionSecret, tokenOf } from './session-cookie.ts'

type Person = { id: UserId; email: string }
type Recorder = NonNullable<AuthCall['record']>
/** `action`: its name in the audit log. */
type PasswordCall = {
  path: string
  body: object
  passwordField?: string
  action?: string
  /** In the transaction of the call. */
  alsoWrite?: (trx: Trx) => Promise<void>
}
/** `passwordTime`: when the password that was compared was set. */
type UserAction = { action: string; passwordTime?: Date | undefined }

export type AccountParts = {
  calls: AuthCalls
  lockout: Lockout
  /** A call that needs the password again. */
  provePassword: (person: Person, browser: Browser, call: PasswordCall) => Promise<AuthAnswer>
  secondStep: (path: string, body: object, browser: Browser) => Promise<AuthAnswer>
  /** Writes to the audit log of all projects of the user. */
  auditForUser: (db: Db | Trx, person: Person, userAction: { action: string; ip: string }) => Promise<void>
  createUserAudit: (browser: Browser, signIn: UserAction) => Recorder
  /** The cookie for a browser that has just signed in. */
  createDeviceCookie: (email: string) => string
}

export function createAccountParts(deps: Deps): AccountParts {
  const { clock, config, secrets } = deps
  const calls = createAuthCalls(deps)
  const lockout = createLockout(deps)
  const readSession = createSessionReader(deps)
  const cookieName = sessionCookieName(config.publicUrl)
  const auditForUser: AccountParts['auditForUser'] = (db, person, userAction) =>
    recordForUser(db, person, { ...userAction, now: clock.now() })
  /** Records the user in the response; there is none if a second factor is still needed. */
  const createUserAudit =
    ({ ip }: Browser, { action, passwordTime }: UserAction): Recorder =>
    async (begin, { body }) => {
      const user = body.user as Person | undefined
      if (!user) return
      const trx = await begin()
      // The password was compared before the transaction began, and may have been removed or replaced since.
      const time = await lockPassword(trx, { userId: user.id })
      const isReplaced = passwordTime !== undefined && time?.getTime() !== passwordTime.getTime()
      if (time === undefined || isReplaced) throw new AppError('UNAUTHORIZED')
      await auditForUser(trx, user, { action, ip })
    }
  const createDeviceCookie = (email: string) =>
    deviceCookie(secrets, { email, isSecure: config.publicUrl.startsWith('https:') })
  return {
    calls,
    lockout,
    auditForUser,
    createUserAudit,
    createDeviceCookie,
    provePassword(person, browser, { action, alsoWrite, ...call }) {
      const { ip, deviceCookie: device } = browser
      const record = async (begin: () => Promise<Trx>) => {
        if (action !== undefined) await auditForUser(await begin(), person, { action, ip })
        await alsoWrite?.(await begin())
      }
      return lockout.attempt({ email: person.email, ip, deviceCookie: device }, () =>
        calls({ ...call, browser, record }),
      )
    },
    async secondStep(path, body, browser) {
      // Only the first code after enabling is sent with a session.
      const isEnabling = (await readSession(cookieOf(browser.cookie, cookieName), undefined)) !== undefined
      const action = isEnabling ? 'account.two-factor-enabled' : 'account.signed-in'
      const answer = await calls({ path, body, browser, record: createUserAudit(browser, { action }) })
      const user = answer.body.user as Person | undefined
      return user ? { ...answer, cookies: [...answer.cookies, createDeviceCookie(user.email)] } : answer
    },
  }
}

export type SignInInput = { email: string; password: string; rememberMe?: boolean | undefined }

export function createSignIn(
  { database: { db }, config, secrets }: Deps,
  { calls, lockout, auditForUser, createUserAudit, createDeviceCookie }: AccountParts,
) {
  const secret = sessionSecret(secrets)
  const cookieName = sessionCookieName(config.publicUrl)

  /** Signing in ends the session that the browser had before. */
  const endFormerSession = async ({ cookie }: Browser) => {
    const token = tokenOf(cookieOf(cookie, cookieName), secret)
    if (token !== undefined) await deleteSession(db, { token })
  }

  return async (input: SignInInput, browser: Browser): Promise<AuthAnswer> => {
    const { email, ...rest } = input
    const who = { email, ip: browser.ip, deviceCookie: browser.deviceCookie }
    try {
      const answer = await lockout.attempt(who, async () => {
        const passwordTime = await findPasswordTime(db, { email: email.toLowerCase() })
        return calls({
          path: '/sign-in/email',
          body: { email: email.toLowerCase(), ...rest },
          browser,
          record: createUserAudit(browser, { action: 'account.signed-in', passwordTime }),
        })
      })
      await endFormerSession(browser)
      const user = answer.body.user as Person | undefined
      return user ? { ...answer, cookies: [...answer.cookies, createDeviceCookie(user.email)] } : answer
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
        const user = await findUserByEmail(db, { email: email.toLowerCase() })
        if (user) await auditForUser(db, user, { action: 'account.sign-in-failed', ip: browser.ip })
      }
      throw error
    }
  }
}
