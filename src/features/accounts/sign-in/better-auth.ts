// The library that signs people in, on our own tables. It is loaded with the first request that needs it: that takes half
// a second and 50 MB, which a server that nobody signs in to does not have to spend. Nothing of it is reached from outside
// but the calls of auth.routes.ts.
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { COOKIE_PREFIX, SESSION_DAYS, sessionSecret } from './session-cookie.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './auth.schema.ts'

const DAY_SECONDS = 86_400

/** In which header it is told the address of the client; ours alone, set by auth-calls.service.ts. */
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
  },
  verification: { modelName: 'verifications', fields: { ...TIMES, expiresAt: 'expires_at' } },
}

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

type Parts = Pick<Deps, 'config' | 'secrets' | 'clock'> & { db: Db }

export function createAuthHandler({ config, secrets, clock, db }: Parts): AuthHandler {
  const { origin, protocol } = new URL(config.publicUrl)
  const auth = betterAuth({
    appName: 'Lettermill',
    baseURL: origin,
    basePath: '/auth',
    secret: sessionSecret(secrets),
    database: { db, type: 'postgres' },
    ...tables,
    plugins: [secondFactor],
    emailAndPassword: {
      enabled: true,
      // Owners come from the set-up link, everybody else from an invitation.
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(password, hash) },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: protocol === 'https:',
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      // The tables are made by our migrations.
      database: { generateId: () => newId(clock.now()), validateSchema: false },
    },
    // Ours count on all nodes together, see lockout.service.ts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      // What is not a refusal is a fault: the caller is told by our own error reply, and the log has all of it.
      onError(error) {
        if (!isAPIError(error)) throw error
      },
    },
  })
  return auth.handler
}
