// The sign-in library on our own tables. Loading takes half a second and 50 MB, so it happens on the first request that needs
// it. Only auth.routes.ts and oidc.routes.ts make parts of it reachable.
import { setTimeout } from 'node:timers/promises'
import { betterAuth } from 'better-auth'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { NotAdmitted } from './oidc/oidc-admission.service.ts'
import { OIDC_PROVIDER_ID, subjectOf } from './oidc/oidc-identity.ts'
import { Claims } from './oidc/oidc-provider.schema.ts'
import { discoveryUrlOf, exchangeCode } from './oidc/oidc-provider.ts'
import type { OidcProvider, OidcSettings } from './oidc/oidc-provider.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { COOKIE_PREFIX, SESSION_DAYS, sessionSecret } from './session-cookie.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './auth.schema.ts'

const DAY_SECONDS = 86_400

/** Carries the client's address to the library. Set by auth-calls.service.ts only. */
export const IP_HEADER = 'x-lettermill-client'

export type AuthHandler = (request: Request) => Promise<Response>

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

const tables = {
  user: { modelName: 'users', fields: { ...TIMES, emailVerified: 'email_verified' } },
  session: {
    modelName: 'sessions',
    fields: {
      ...TIMES,
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
    expiresIn: SESSION_DAYS * DAY_SECONDS,
    updateAge: DAY_SECONDS,
  },
  account: {
    modelName: 'credentials',
    fields: {
      ...TIMES,
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
    // State, nonce and PKCE verifier of a sign-in with a provider: nothing is stored for people who are not known yet.
    storeStateStrategy: 'cookie' as const,
    updateAccountOnSignIn: false,
  },
  verification: { modelName: 'verifications', fields: { ...TIMES, expiresAt: 'expires_at' } },
}

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null, scope: null }

const secondFactor = twoFactor({
  issuer: 'Lettermill',
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
})

type ProviderParts = {
  settings: OidcSettings
  provider: OidcProvider
  /** Returns the address of the account. @throws NotAdmitted */
  admit: (claims: Claims) => Promise<string>
}

/** Sign-in with an OpenID Connect provider. The library has checked signature, issuer, audience, time and nonce of the token. */
export function createProvider({ settings, provider, admit }: ProviderParts): BetterAuthPlugin {
  const { clientId, clientSecret } = settings
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER_ID,
        discoveryUrl: discoveryUrlOf(settings),
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        disableSignUp: true,
        disableProviderLogout: true,
        accountSubject: ({ profile }) => subjectOf(Claims.parse(profile)),
        getToken: (exchange) => exchangeCode(settings, provider, exchange),
        async getUserInfo({ idToken = '' }) {
          const claims = readClaims(idToken)
          const email = await admit(claims).catch(refuse)
          return { ...claims, name: claims.name ?? '', email, emailVerified: true }
        },
      },
    ],
  })
}

/** The signature was checked, so the token is JSON; its claims may still be of any type. */
function readClaims(token: string): Claims {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const claims = Claims.safeParse(payload)
  return claims.success ? claims.data : refuse(new NotAdmitted('claims'))
}

/** Throws an error that the library turns into a response. */
function refuse(error: unknown): never {
  if (!(error instanceof NotAdmitted)) throw error
  throw new APIError('FORBIDDEN', { message: error.message, reason: error.reason })
}

// The time limit of requests to the provider (oidc-provider.ts).
const READY_MS = 10_000

type Parts = Pick<Deps, 'config' | 'secrets' | 'clock'> & { db: Db; plugins?: BetterAuthPlugin[] }

export async function createAuthHandler({
  config,
  secrets,
  clock,
  db,
  plugins = [],
}: Parts): Promise<AuthHandler> {
  const { origin, protocol } = new URL(config.publicUrl)
  const auth = betterAuth({
    appName: 'Lettermill',
    baseURL: origin,
    basePath: '/auth',
    secret: sessionSecret(secrets),
    database: { db, type: 'postgres' },
    ...tables,
    plugins: [secondFactor, ...plugins],
    emailAndPassword: {
      enabled: true,
      // The owner comes from the set-up link, all others from an invitation.
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(password, hash) },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: protocol === 'https:',
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      // Our migrations create the tables.
      database: { generateId: () => newId(clock.now()), validateSchema: false },
    },
    // The provider's tokens are not needed after the sign-in, so none is stored.
    databaseHooks: { account: { create: { before: async (row) => ({ data: { ...row, ...NO_TOKENS } }) } } },
    // lockout.service.ts counts across all nodes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      // Anything but a refusal is a fault, which our own error reply and the log report.
      onError(error) {
        if (!isAPIError(error)) throw error
      },
    },
  })
  const ready = await Promise.race([auth.$context, setTimeout(READY_MS, undefined, { ref: false })])
  if (!ready) throw new Error(`the sign-in library was not ready within ${READY_MS} ms`)
  if (plugins.length > 0 && ready.socialProviders.length === 0) {
    throw new Error('the discovery document of the OpenID Connect provider cannot be used')
  }
  return auth.handler
}
