import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import { createOriginCheck } from '../../../../platform/http/access/origin-check.ts'
import type { App } from '../../../../platform/http/app-types.ts'
import { answers } from '../../../../platform/http/openapi/openapi.ts'
import type { PasswordResetEmails } from '../../password-reset/password-reset.service.ts'
import { hasUsers } from '../../users.queries.ts'
import { browserOf, setCookies } from '../browser.ts'
import { OidcCallbackQuery, OidcRedirect, OidcSignIn, SignInMethods } from './oidc.schema.ts'
import { createOidcSignIns } from './oidc.service.ts'

const tags = ['Accounts']

const notSetUp = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'Sign-in with OpenID Connect is not set up on this server.',
    suggestion: 'Sign in with email and password. The operator sets it up with OIDC_ISSUER.',
  })

export function oidcRoutes(
  app: App,
  deps: Deps,
  { resetEmails }: { resetEmails: Pick<PasswordResetEmails, 'isAvailable'> },
): void {
  const oidc = createOidcSignIns(deps)
  const checkOrigin = createOriginCheck(deps.config)

  app.get(
    '/auth/methods',
    {
      config: { access: 'open' },
      schema: {
        tags,
        operationId: 'listSignInMethods',
        summary: 'List sign-in methods',
        description:
          'Returns the sign-in methods besides email and password, how a forgotten password is replaced, and whether anybody has an account yet.',
        response: answers({ 200: SignInMethods }),
      },
    },
    async () => ({
      oidc: oidc ? { name: oidc.name } : null,
      hasAccounts: await hasUsers(deps.database.db),
      passwordReset: (await resetEmails.isAvailable()) ? ('email' as const) : ('command' as const),
    }),
  )

  app.post(
    '/auth/sign-in/oidc',
    {
      config: { access: 'open' },
      onRequest: async (request: FastifyRequest) => checkOrigin(request),
      schema: {
        tags,
        operationId: 'signInWithOidc',
        summary: 'Sign in with OpenID Connect',
        description:
          'Returns the URL of the provider to send the browser to, and sets a cookie that binds the sign-in to this browser. Returns 404 if the server has no provider, and 503 if the provider does not answer.',
        body: OidcSignIn,
        response: answers({ 200: OidcRedirect }, [404]),
      },
    },
    async (request, reply) => {
      if (!oidc) throw notSetUp()
      const { location, cookies } = await oidc.begin(request.body.next ?? '/app', browserOf(request))
      setCookies(reply, cookies)
      return { url: location }
    },
  )

  // The provider sends the browser here, so every outcome is a page.
  app.get(
    '/auth/callback/oidc',
    { config: { access: 'open' }, schema: { hide: true, querystring: OidcCallbackQuery } },
    async (request, reply) => {
      if (!oidc) throw notSetUp()
      const parameters = Object.entries(request.query).filter(
        (one): one is [string, string] => one[1] !== undefined,
      )
      const { location, cookies } = await oidc.finish(Object.fromEntries(parameters), browserOf(request))
      setCookies(reply, cookies)
      return reply.header('referrer-policy', 'no-referrer').redirect(location, 302)
    },
  )
}
