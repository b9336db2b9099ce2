import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOriginCheck } from '../../../platform/http/access/origin-check.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { Done } from '../sign-in/auth.schema.ts'
import {
  PasswordReset,
  PasswordResetComplete,
  PasswordResetRequest,
  PasswordResetToken,
} from './password-reset.schema.ts'
import { completePasswordReset, readPasswordReset, requestPasswordReset } from './password-reset.service.ts'
import type { PasswordResetEmails } from './password-reset.service.ts'

const tags = ['Accounts']

const cannotEmail = () =>
  new AppError('INVALID_STATE', {
    message: 'This server cannot send a link for a new password by email.',
    suggestion:
      'Ask the operator to run this in the folder of Lettermill: npx lettermill accounts reset-password <email>',
  })

export function passwordResetRoutes(app: App, deps: Deps, { emails }: { emails: PasswordResetEmails }): void {
  const { clock, config, database } = deps
  const checkOrigin = createOriginCheck(config)
  const options = {
    config: { access: 'open' as const },
    onRequest: async (request: FastifyRequest) => checkOrigin(request),
  }

  app.post(
    '/auth/password-reset',
    {
      ...options,
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Send a link for a new password',
        description:
          'Emails a link that works once, within 30 minutes, if the address has an account. The response is the same for every address, and does not wait for the email. At most 3 requests per address and 20 per network within an hour (429). Returns 400 if this server cannot send such an email: no project has a default sender that may send, or emails stay in the built-in inbox.',
        body: PasswordResetRequest,
        response: answers({ 202: Done }),
      },
    },
    async ({ body, ip }, reply) => {
      // Asked before the address is looked at.
      if (!(await emails.isAvailable())) throw cannotEmail()
      await requestPasswordReset(deps, { email: body.email, ip })
      return reply.code(202).send({ success: true as const })
    },
  )

  app.post(
    '/auth/password-reset/check',
    {
      ...options,
      schema: {
        tags,
        operationId: 'checkPasswordReset',
        summary: 'Check a link for a new password',
        description:
          'Returns the account of the link, and when it stops working. The link stays valid. Returns 403 for a link that was used or has expired.',
        body: PasswordResetToken,
        response: answers({ 200: PasswordReset }),
      },
    },
    async ({ body }) => {
      const { email, expiresAt } = await readPasswordReset(database.db, {
        token: body.token,
        now: clock.now(),
      })
      return { email, expiresAt }
    },
  )

  app.post(
    '/auth/password-reset/complete',
    {
      ...options,
      schema: {
        tags,
        operationId: 'completePasswordReset',
        summary: 'Change your password with a link',
        description:
          'Ends all sessions of the account and makes its other links invalid. Signs nobody in: the second factor of the account is asked for at the next sign-in, also in browsers that were trusted. Returns 403 for a link that was used or has expired.',
        body: PasswordResetComplete,
        response: answers({ 200: Done }),
      },
    },
    async ({ body, ip }) => {
      await completePasswordReset(database.db, { ...body, ip, now: clock.now() })
      return { success: true as const }
    },
  )
}
