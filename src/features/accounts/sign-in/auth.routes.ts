// Signing in and out, passwords and second factors. Each request is checked here (schema, Origin, wrong passwords so far) and
// passed on to the sign-in library; the rest of the library is not reachable.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createOriginCheck } from '../../../platform/http/access/origin-check.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { deletePasswordResetsOf } from '../password-reset/password-reset.queries.ts'
import type { AuthAnswer } from './auth-calls.service.ts'
import {
  BackupCode,
  BackupCodes,
  Done,
  PasswordChange,
  PasswordProof,
  SignedIn,
  SignIn,
  TotpCode,
  TotpSecret,
} from './auth.schema.ts'
import { browserOf, setCookies, userOf } from './browser.ts'
import { createSignIn } from './sign-in.service.ts'
import type { AccountParts } from './sign-in.service.ts'

const tags = ['Accounts']

export function authRoutes(app: App, deps: Deps, parts: AccountParts): void {
  const { calls, provePassword } = parts
  const signIn = createSignIn(deps, parts)
  const checkOrigin = createOriginCheck(deps.config)
  const fromOwnPage = async (request: FastifyRequest) => checkOrigin(request)

  const finish = <T>(reply: FastifyReply, { cookies }: AuthAnswer, body: T): T => {
    setCookies(reply, cookies)
    return body
  }

  app.post(
    '/auth/sign-in/email',
    {
      config: { access: 'open' },
      onRequest: fromOwnPage,
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Sets the session cookie. If the account has a second factor, the response says so and POST /auth/two-factor/verify-totp completes the sign-in. After ten wrong passwords within 15 minutes the account is locked for the rest of them (429), except in browsers that have signed in to it before.',
        body: SignIn,
        response: answers({ 200: SignedIn }),
      },
    },
    async (request, reply) => {
      const answer = await signIn(request.body, browserOf(request))
      return finish(reply, answer, answer.body as { user?: { id: string; email: string; name: string } })
    },
  )

  app.post(
    '/auth/sign-out',
    {
      config: { access: 'open' },
      onRequest: fromOwnPage,
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session of the request and clears its cookie.',
        response: answers({ 200: Done }),
      },
    },
    async (request, reply) =>
      finish(reply, await calls({ path: '/sign-out', browser: browserOf(request) }), {
        success: true as const,
      }),
  )

  app.post(
    '/auth/change-password',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Ends all other sessions of the user, and sets a new session cookie.',
        body: PasswordChange,
        response: answers({ 200: Done }),
      },
    },
    async (request, reply) => {
      const answer = await provePassword(userOf(request), browserOf(request), {
        path: '/change-password',
        body: { ...request.body, revokeOtherSessions: true },
        passwordField: 'currentPassword',
        action: 'account.password-changed',
        alsoWrite: (trx) => deletePasswordResetsOf(trx, { userId: userOf(request).id }),
      })
      return finish(reply, answer, { success: true as const })
    },
  )

  app.post(
    '/auth/two-factor/enable',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'enableTwoFactor',
        summary: 'Enable a second factor',
        description:
          'Returns the secret for an authenticator app, and backup codes. The second factor is active after the first correct code: POST /auth/two-factor/verify-totp.',
        body: PasswordProof,
        response: answers({ 200: TotpSecret }),
      },
    },
    async (request, reply) => {
      const answer = await provePassword(userOf(request), browserOf(request), {
        path: '/two-factor/enable',
        body: request.body,
      })
      return finish(reply, answer, answer.body as { totpURI: string; backupCodes: string[] })
    },
  )

  app.post(
    '/auth/two-factor/verify-totp',
    {
      config: { access: 'open' },
      onRequest: fromOwnPage,
      schema: {
        tags,
        operationId: 'verifyTotp',
        summary: 'Sign in with a code of the authenticator app',
        description:
          'Completes the sign-in, or activates the second factor after POST /auth/two-factor/enable. After ten wrong codes the account is locked for 15 minutes (429).',
        body: TotpCode,
        response: answers({ 200: SignedIn }),
      },
    },
    async (request, reply) => {
      const answer = await parts.secondStep('/two-factor/verify-totp', request.body, browserOf(request))
      return finish(reply, answer, answer.body as { user?: { id: string; email: string; name: string } })
    },
  )

  app.post(
    '/auth/two-factor/verify-backup-code',
    {
      config: { access: 'open' },
      onRequest: fromOwnPage,
      schema: {
        tags,
        operationId: 'verifyBackupCode',
        summary: 'Sign in with a backup code',
        description: 'Completes the sign-in without the authenticator app. Each code works once.',
        body: BackupCode,
        response: answers({ 200: SignedIn }),
      },
    },
    async (request, reply) => {
      const answer = await parts.secondStep(
        '/two-factor/verify-backup-code',
        request.body,
        browserOf(request),
      )
      return finish(reply, answer, answer.body as { user?: { id: string; email: string; name: string } })
    },
  )

  app.post(
    '/auth/two-factor/generate-backup-codes',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'generateBackupCodes',
        summary: 'Create new backup codes',
        description: 'Replaces the backup codes: the old ones stop working.',
        body: PasswordProof,
        response: answers({ 200: BackupCodes }),
      },
    },
    async (request, reply) => {
      const answer = await provePassword(userOf(request), browserOf(request), {
        path: '/two-factor/generate-backup-codes',
        body: request.body,
      })
      return finish(reply, answer, answer.body as { backupCodes: string[] })
    },
  )

  app.post(
    '/auth/two-factor/disable',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'disableTwoFactor',
        summary: 'Disable the second factor',
        description: 'From now on the password alone is enough to sign in.',
        body: PasswordProof,
        response: answers({ 200: Done }),
      },
    },
    async (request, reply) => {
      const answer = await provePassword(userOf(request), browserOf(request), {
        path: '/two-factor/disable',
        body: request.body,
        action: 'account.two-factor-disabled',
      })
      return finish(reply, answer, { success: true as const })
    },
  )
}
