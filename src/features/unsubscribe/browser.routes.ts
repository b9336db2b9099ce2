// An email as a page, at its {{ browserUrl }}.
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithEmail } from '../../platform/http/email-page.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { createContentReader } from '../emails/index.ts'
import type { EmailSources } from '../emails/index.ts'
import { emailPage } from './email-page.ts'
import { expiredPage, pageOf, pickLanguage } from './page.ts'
import type { PageState } from './page.ts'
import { readBearer } from './unsubscribe.service.ts'

// Rendering an email costs more than the other pages; no reader needs more.
const REQUESTS_PER_MINUTE = 120

/** Public, with signed links, for as long as the content of the email is stored. */
export function browserRoutes(app: App, deps: Deps, sources: EmailSources): void {
  const { database, secrets } = deps
  const tokens = createLinkTokens(secrets)
  const limiter = createRateLimiter(database.db)
  const readEmailContent = createContentReader(deps, sources)

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
      const content = await readEmailContent(database.db, { projectId, emailId }).catch(undefinedIfGone)
      if (!content) return replyWithPage(reply, { status: 404, ...expiredPage(language) })
      const pixel = tokens.make('open', { ids: [projectId, emailId] })
      return replyWithEmail(reply, { html: emailPage(content, { pixel }), isPublished: false })
    },
  )
}

/** Returns undefined for an email that is expired, erased, or can no longer be composed. */
function undefinedIfGone(error: unknown): undefined {
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') return undefined
  throw error
}
