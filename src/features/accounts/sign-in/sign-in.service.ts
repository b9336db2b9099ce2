// Signing in: the password is judged by the library, wrong ones are counted by us, and what happened goes into the audit
// log of every project of the person, in the transaction in which it happened.
import { cookieOf } from '../../../platform/access/cookies.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { recordForUser } from '../audit/audit.service.ts'
import { findUserByEmail, holdPassword } from '../users.queries.ts'
import { createAuthCalls } from './auth-calls.service.ts'
import type { AuthAnswer, AuthCall, AuthCalls, Browser } from './auth-calls.service.ts'
import { deviceCookie } from './known-device.ts'
import { createLockout } from './lockout.service.ts'
import type { Lockout } from './lockout.service.ts'
import { deleteSession } from './sessions.queries.ts'
import { createSessionReader } from './sessions.service.ts'
import { sessionCookieName, sessionSecret, tokenOf } from './session-cookie.ts'

type Person = { id: UserId; email: string }
type Note = { action: string; ip: string }
type Recorder = NonNullable<AuthCall['record']>
/** `action`: what the audit log calls it. */
type PasswordCall = { path: string; body: object; passwordField?: string; action?: string }

export type AccountParts = {
  calls: AuthCalls
  lockout: Lockout
  /** A call for which the person has to give the password again. */
  provePassword: (person: Person, browser: Browser, call: PasswordCall) => Promise<AuthAnswer>
  secondStep: (path: string, body: object, browser: Browser) => Promise<AuthAnswer>
  /** Into the audit log of all projects of the person. */
  noteForUser: (db: Db | Trx, person: Person, note: Note) => Promise<void>
  noting: (action: string, browser: Browser) => Recorder
  /** For a browser that has just signed in. */
  knownDevice: (email: string) => string
}

export function createAccountParts(deps: Deps): AccountParts {
  const { clock, config, secrets } = deps
  const calls = createAuthCalls(deps)
  const lockout = createLockout(deps)
  const readSession = createSessionReader(deps)
  const cookieName = sessionCookieName(config.publicUrl)
  const noteForUser: AccountParts['noteForUser'] = (db, person, note) =>
    recordForUser(db, person, { ...note, now: clock.now() })
  /** For a call whose answer names who has signed in; it does not if a second step is needed. */
  const noting =
    (action: string, { ip }: Browser): Recorder =>
    async (begin, { body }) => {
      const user = body.user as Person | undefined
      if (!user) return
      const trx = await begin()
      // The password was compared before the transaction began, and may have been removed since.
      if (!(await holdPassword(trx, { userId: user.id }))) throw new AppError('UNAUTHORIZED')
      await noteForUser(trx, user, { action, ip })
    }
  const knownDevice = (email: string) =>
    deviceCookie(secrets, { email, isSecure: config.publicUrl.startsWith('https:') })
  return {
    calls,
    lockout,
    noteForUser,
    noting,
    knownDevice,
    provePassword(person, browser, { action, ...call }) {
      const { ip, deviceCookie: device } = browser
      const record = async (begin: () => Promise<Trx>) => {
        if (action !== undefined) await noteForUser(await begin(), person, { action, ip })
      }
      return lockout.attempt({ email: person.email, ip, deviceCookie: device }, () =>
        calls({ ...call, browser, record }),
      )
    },
    async secondStep(path, body, browser) {
      // The first code after enabling is given by somebody who is signed in already.
      const isEnabling = (await readSession(cookieOf(browser.cookie, cookieName), undefined)) !== undefined
      const action = isEnabling ? 'account.two-factor-enabled' : 'account.signed-in'
      const answer = await calls({ path, body, browser, record: noting(action, browser) })
      const user = answer.body.user as Person | undefined
      return user ? { ...answer, cookies: [...answer.cookies, knownDevice(user.email)] } : answer
    },
  }
}

export type SignInInput = { email: string; password: string; rememberMe?: boolean | undefined }

export function createSignIn(
  { database: { db }, config, secrets }: Deps,
  { calls, lockout, noteForUser, noting, knownDevice }: AccountParts,
) {
  const secret = sessionSecret(secrets)
  const cookieName = sessionCookieName(config.publicUrl)

  /** The session that the browser had before is nobody's any more: signing in begins a new one. */
  const endFormerSession = async ({ cookie }: Browser) => {
    const token = tokenOf(cookieOf(cookie, cookieName), secret)
    if (token !== undefined) await deleteSession(db, { token })
  }

  return async (input: SignInInput, browser: Browser): Promise<AuthAnswer> => {
    const { email, ...rest } = input
    const who = { email, ip: browser.ip, deviceCookie: browser.deviceCookie }
    try {
      const answer = await lockout.attempt(who, () =>
        calls({
          path: '/sign-in/email',
          body: { email: email.toLowerCase(), ...rest },
          browser,
          record: noting('account.signed-in', browser),
        }),
      )
      await endFormerSession(browser)
      const user = answer.body.user as Person | undefined
      return user ? { ...answer, cookies: [...answer.cookies, knownDevice(user.email)] } : answer
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
        const user = await findUserByEmail(db, { email: email.toLowerCase() })
        if (user) await noteForUser(db, user, { action: 'account.sign-in-failed', ip: browser.ip })
      }
      throw error
    }
  }
}
