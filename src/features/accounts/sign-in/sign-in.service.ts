// Signing in: the password is judged by the library, wrong ones are counted by us, and what happened goes into the audit
// log of every project of the person.
import { cookieOf } from '../../../platform/cookies.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AuditId, ProjectId, UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import { insertActs } from '../audit/audit.queries.ts'
import { listMembershipsOf } from '../members/members.queries.ts'
import { findUserByEmail } from '../users.queries.ts'
import { createAuthCalls } from './auth-calls.service.ts'
import type { AuthAnswer, AuthCalls, Browser } from './auth-calls.service.ts'
import { deviceCookie } from './known-device.ts'
import { createLockout } from './lockout.service.ts'
import type { Lockout } from './lockout.service.ts'
import { deleteSession } from './sessions.queries.ts'
import { createSessionReader } from './sessions.service.ts'
import { sessionCookieName, sessionSecret, tokenOf } from './session-cookie.ts'

type Person = { id: UserId; email: string }
/** `projectId`: the only project that it concerns; without it all of the person's. */
type Note = { action: string; ip: string; projectId?: ProjectId }
type PasswordCall = { path: string; body: object; passwordField?: string }

export type AccountParts = {
  calls: AuthCalls
  lockout: Lockout
  /** A call for which the person has to give the password again. */
  provePassword: (person: Person, browser: Browser, call: PasswordCall) => Promise<AuthAnswer>
  secondStep: (path: string, body: object, browser: Browser) => Promise<AuthAnswer>
  noteForUser: (person: Person, note: Note) => Promise<void>
  /** For a browser that has just signed in. */
  knownDevice: (email: string) => string
}

export function createAccountParts(deps: Deps): AccountParts {
  const { clock, config, database, secrets } = deps
  const calls = createAuthCalls(deps)
  const lockout = createLockout(deps)
  const readSession = createSessionReader(deps)
  const cookieName = sessionCookieName(config.publicUrl)
  const noteForUser = async ({ id, email }: Person, { action, ip, projectId }: Note) => {
    const all = await listMembershipsOf(database.db, { userId: id })
    const projects = all.filter((one) => projectId === undefined || one.project_id === projectId)
    const now = clock.now()
    const rows = projects.map(({ project_id }) => ({
      project_id,
      id: newId<AuditId>(now),
      action,
      actor_kind: 'user',
      actor_id: id,
      actor_name: email,
      target: null,
      ip_address: ip,
      created_at: now,
    }))
    await insertActs(database.db, rows)
  }
  const knownDevice = (email: string) =>
    deviceCookie(secrets, { email, isSecure: config.publicUrl.startsWith('https:') })
  return {
    calls,
    lockout,
    noteForUser,
    knownDevice,
    provePassword: ({ email }, browser, call) =>
      lockout.attempt({ email, ip: browser.ip, deviceCookie: browser.deviceCookie }, () =>
        calls({ ...call, browser }),
      ),
    async secondStep(path, body, browser) {
      // The first code after enabling is given by somebody who is signed in already.
      const isEnabling = (await readSession(cookieOf(browser.cookie, cookieName), undefined)) !== undefined
      const answer = await calls({ path, body, browser })
      const user = answer.body.user as Person | undefined
      if (!user) return answer
      const action = isEnabling ? 'account.two-factor-enabled' : 'account.signed-in'
      await noteForUser(user, { action, ip: browser.ip })
      return { ...answer, cookies: [...answer.cookies, knownDevice(user.email)] }
    },
  }
}

export type SignInInput = { email: string; password: string; rememberMe?: boolean | undefined }

export function createSignIn(
  { database: { db }, config, secrets }: Deps,
  { calls, lockout, noteForUser, knownDevice }: AccountParts,
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
        calls({ path: '/sign-in/email', body: { email: email.toLowerCase(), ...rest }, browser }),
      )
      await endFormerSession(browser)
      const user = answer.body.user as Person | undefined
      if (!user) return answer
      await noteForUser(user, { action: 'account.signed-in', ip: browser.ip })
      return { ...answer, cookies: [...answer.cookies, knownDevice(user.email)] }
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
        const user = await findUserByEmail(db, { email: email.toLowerCase() })
        if (user) await noteForUser(user, { action: 'account.sign-in-failed', ip: browser.ip })
      }
      throw error
    }
  }
}
