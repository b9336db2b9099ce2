// Sign-in with an OpenID Connect provider. The library keeps state, nonce and PKCE verifier in a cookie of the browser, checks
// the signature of the token, and creates the session; oidc-admission.service.ts decides who may sign in. Each sign-in is one
// transaction.
import { cookieOf } from '../../../../platform/access/cookies.ts'
import { createLaneGate, insideLane } from '../../../../platform/concurrency/lane-gate.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { UserId } from '../../../../platform/ids.ts'
import { dashboardPageOf } from '../../../../platform/schemas/dashboard-page.schema.ts'
import { recordForUser } from '../../audit/audit.service.ts'
import { createAuthRequests } from '../auth-calls.service.ts'
import type { AuthAnswer, AuthCall, AuthLoader, Browser } from '../auth-calls.service.ts'
import { deviceCookie } from '../known-device.ts'
import { admit } from './oidc-admission.service.ts'
import type { Claims } from './oidc-provider.schema.ts'
import { discover, oidcSettingsOf } from './oidc-provider.ts'
import type { OidcSettings } from './oidc-provider.ts'
import { OidcRefusal } from './oidc.schema.ts'
import { deleteSession, findUserOfSession } from '../sessions.queries.ts'
import { sessionCookieName, sessionSecret, tokenOf } from '../session-cookie.ts'

/** A redirect of the browser, with cookies. */
export type OidcStep = { location: string; cookies: string[] }

export type OidcSignIns = {
  name: string
  /** @throws AppError SERVICE_UNAVAILABLE if the provider does not answer */
  begin(next: string, browser: Browser): Promise<OidcStep>
  finish(query: Record<string, string>, browser: Browser): Promise<OidcStep>
}

// Each makes requests to the provider; a flood of sign-ins must not slow down the rest of the server.
const AT_ONCE = 10
const MOST_WAITING = 100
const WAIT_MS = 10_000

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', { message: 'Too many people are signing in at once.' })

/** Returns undefined if the settings name no provider. */
export function createOidcSignIns(deps: Deps): OidcSignIns | undefined {
  const settings = oidcSettingsOf(deps.config)
  if (!settings) return undefined
  const gate = createLaneGate({ perLane: AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  const send = createAuthRequests(deps, providerLoader(deps, settings))
  const sendInTurn = (call: AuthCall) => insideLane(gate, { lane: 'oidc', refuse: tooMany }, () => send(call))
  const completion = createCompletion(deps)
  const { origin } = new URL(deps.config.publicUrl)
  return {
    name: settings.name,
    async begin(next, browser) {
      // With its origin, because the library accepts few characters in a bare path.
      const callbackURL = `${origin}${dashboardPageOf(next) ?? '/app'}`
      const body = { provider: 'oidc', callbackURL, errorCallbackURL: '/sign-in' }
      const { answer } = await sendInTurn({ path: '/sign-in/social', body, browser })
      const { url } = answer.body
      if (typeof url !== 'string') throw unreachable(settings)
      return { location: url, cookies: answer.cookies }
    },
    async finish(query, browser) {
      const path = `/callback/oidc?${new URLSearchParams(query).toString()}`
      const record = completion.recordFor(browser)
      try {
        const { response, answer } = await sendInTurn({ method: 'GET', path, browser, record })
        return completion.stepOf(response, answer)
      } catch (error) {
        // The browser shows a page, not an API response.
        if (error instanceof AppError) return { location: '/sign-in?error=provider', cookies: [] }
        throw error
      }
    },
  }
}

/** Runs with the first sign-in, and again with the next one if the provider did not answer. */
function providerLoader({ log, clock, ...deps }: Deps, settings: OidcSettings): AuthLoader {
  const onVerified = (userId: UserId) =>
    log.info({ userId }, 'the first sign-in with the provider removed password, second factor and sessions')
  return async ({ db, begin }) => {
    try {
      const provider = await discover(settings)
      const { createAuthHandler, createProvider } = await import('../better-auth.ts')
      const admitPerson = (claims: Claims) =>
        admit(claims, { db, begin, domains: settings.domains, now: clock.now(), onVerified })
      const plugin = createProvider({ settings, provider, admit: admitPerson })
      return await createAuthHandler({ ...deps, clock, db, plugins: [plugin] })
    } catch (error) {
      log.error({ err: error, issuer: settings.issuer }, 'the OpenID Connect provider cannot be used')
      throw unreachable(settings)
    }
  }
}

const unreachable = ({ name }: OidcSettings) =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `Sign-in with ${name} does not work at the moment: the provider does not answer correctly.`,
    suggestion: 'Sign in with your password, or try again later. The log of the server says what is wrong.',
  })

function createCompletion({ config, clock, secrets }: Deps) {
  const secret = sessionSecret(secrets)
  const cookieName = sessionCookieName(config.publicUrl)
  const tokenIn = (cookie: string | undefined) => tokenOf(cookieOf(cookie, cookieName), secret)
  const isSecure = config.publicUrl.startsWith('https:')
  const newToken = ({ cookies }: AuthAnswer) => cookies.map((one) => tokenIn(one)).find(Boolean)
  return {
    recordFor:
      ({ ip, cookie }: Browser): NonNullable<AuthCall['record']> =>
      async (begin, answer) => {
        const token = newToken(answer)
        if (token === undefined) return
        const trx = await begin()
        const user = await findUserOfSession(trx, { token })
        if (!user) return
        // Signing in ends the session that the browser had before.
        const former = tokenIn(cookie)
        if (former !== undefined) await deleteSession(trx, { token: former })
        await recordForUser(trx, user, { action: 'account.signed-in', ip, now: clock.now() })
        answer.cookies.push(deviceCookie(secrets, { email: user.email, isSecure }))
      },
    stepOf(response: Response, answer: AuthAnswer): OidcStep {
      const location = response.headers.get('location')
      const isSignedIn = location !== null && newToken(answer) !== undefined
      if (isSignedIn) return { location: pathOf(location, config.publicUrl), cookies: answer.cookies }
      const reason = reasonOf(location ?? '', answer, config.publicUrl)
      return { location: `/sign-in?error=${reason}`, cookies: answer.cookies }
    },
  }
}

/** Allows only pages of the dashboard. */
function pathOf(location: string, publicUrl: string): string {
  const { origin, pathname, search, hash } = new URL(location, publicUrl)
  if (origin !== new URL(publicUrl).origin) return '/app'
  return dashboardPageOf(`${pathname}${search}${hash}`) ?? '/app'
}

function reasonOf(location: string, { body }: AuthAnswer, publicUrl: string): OidcRefusal {
  const own = OidcRefusal.safeParse(body.reason)
  if (own.success) return own.data
  const error = new URL(location, publicUrl).searchParams.get('error') ?? ''
  if (error.startsWith('state')) return 'state'
  return error === 'access_denied' ? 'denied' : 'provider'
}
