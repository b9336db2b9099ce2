// An email as a page, for whoever follows its {{ browserUrl }}. It shows what its author wrote, so it may load pictures and
// styles from anywhere, and nothing in it may run: the page is a sandbox without scripts and without our origin.
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { createEmailComposer, readEmailContent } from '../delivery/index.ts'
import type { EmailSources } from '../delivery/index.ts'
import { emailPage } from './email-page.ts'
import { expiredPage, pageOf, pickLanguage } from './page.ts'
import type { PageState } from './page.ts'
import { readBearer } from './unsubscribe.service.ts'

// Each may render an email, which takes more than the other pages; nobody reads twice as many.
const REQUESTS_PER_MINUTE = 120

const CSP =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline' *; font-src * data:; media-src *; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/** Public, by signed links, and for as long as what the email said is kept. */
export function browserRoutes(app: App, deps: Deps, sources: EmailSources): void {
  const { database, secrets, clock, config } = deps
  const tokens = createLinkTokens(secrets)
  const limiter = createRateLimiter(database.db)
  const maker = createEmailComposer(deps)

  app.get(
    '/browser/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      const language = pickLanguage(undefined, request.headers['accept-language'] ?? '')
      const refuse = (status: number, state: PageState) =>
        replyWithPage(reply, { status, ...pageOf(state, language) })
      const bearer = readBearer(tokens, { purpose: 'browser', token: request.params.token })
      if (!bearer) return refuse(404, 'invalid')
      const key = clientKey('email page', request)
      const { isAllowed, retryAfterSeconds } = await limiter.consume(key, REQUESTS_PER_MINUTE)
      if (!isAllowed) {
        reply.header('retry-after', String(retryAfterSeconds))
        return refuse(429, 'busy')
      }
      const { projectId, emailId } = bearer
      const kept = { keptDays: config.CONTENT_RETENTION_DAYS, now: clock.now() }
      const asked = { projectId, emailId, maker, sources, ...kept }
      const content = await readEmailContent(database.db, asked).catch(goneOf)
      if (!content) return replyWithPage(reply, { status: 404, ...expiredPage(language) })
      const pixel = tokens.make('open', { ids: [projectId, emailId] })
      return showEmail(reply, emailPage(content, { pixel }))
    },
  )
}

/** Undefined for an email that is expired, erased, or can no longer be composed. Anything else is our own fault. */
function goneOf(error: unknown): undefined {
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') return undefined
  throw error
}

/** Never kept by anybody: the address is a secret, and the email may be erased. */
const showEmail = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(html)
