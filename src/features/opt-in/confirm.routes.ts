// The page behind the link of a confirmation. GET changes nothing, because email scanners follow every link; the button confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toLedgerSource } from '../../platform/consent-source.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { ignoreBodyType } from '../../platform/http/body/json-body.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import type { ConfirmationId, ProjectId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { confirm } from './confirm.service.ts'
import type { ConfirmResult } from './confirm.service.ts'
import { findConfirmationPage } from './confirmations.queries.ts'
import type { ConfirmationPage } from './confirmations.queries.ts'
import { pageOf, pickLanguage } from './page.ts'
import { PAGE_WORDS } from './page-words.ts'
import { isWithdrawn } from './wish.ts'

// A person presses a button once; companies have many people behind one address.
const REQUESTS_PER_MINUTE = 300

// The form has no fields.
const MOST_BODY_BYTES = 64 * 1024

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

/** Public, with signed links. */
export function confirmRoutes(app: App, deps: Deps): void {
  const { database, secrets, clock } = deps
  const tokens = createLinkTokens(secrets)
  const limiter = createRateLimiter(database.db)

  const refOf = ({ params }: TokenRequest) => {
    const { ids = [] } = tokens.read('confirm', params.token) ?? {}
    if (ids.length !== 2) return undefined
    return { projectId: ids[0] as ProjectId, confirmationId: ids[1] as ConfirmationId }
  }

  const sourceOf = ({ projectId }: { projectId: ProjectId }, { ip }: TokenRequest) =>
    toLedgerSource(secrets, { projectId, source: { kind: 'page', id: null, network: ip } })

  const answer = async (request: TokenRequest, reply: FastifyReply) => {
    const accepted = request.headers['accept-language'] ?? ''
    const ref = refOf(request)
    if (!ref) {
      return replyWithPage(reply, { status: 404, ...pageOf('invalid', pickLanguage(undefined, accepted)) })
    }
    const key = clientKey('confirmation page', request)
    const { isAllowed, retryAfterSeconds } = await limiter.consume(key, REQUESTS_PER_MINUTE)
    if (!isAllowed) {
      reply.header('retry-after', String(retryAfterSeconds))
      return replyWithPage(reply, { status: 429, ...pageOf('busy', pickLanguage(undefined, accepted)) })
    }
    const now = clock.now()
    const result =
      request.method === 'POST'
        ? await confirm(database.db, { ...ref, source: sourceOf(ref, request), now })
        : undefined
    const page = await findConfirmationPage(database.db, ref)
    const redirectUrl = page?.project.redirectUrl ?? null
    // 303: the next page is fetched with GET (RFC 9110, section 15.4.4).
    if (result === 'confirmed' && redirectUrl !== null) {
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(redirectUrl, 303)
    }
    const state = result ?? stateOf(page, now)
    const language = pickLanguage(page, accepted)
    return replyWithPage(reply, {
      status: 200,
      ...pageOf(state, language, page),
      ...(state === 'ask' && {
        // Relative, because PUBLIC_URL may have a path that a proxy removes.
        action: { label: PAGE_WORDS[language].ask.action, url: `../confirm/${request.params.token}` },
        redirectUrl,
      }),
      ...(page && { sender: page.project }),
    })
  }

  app.get(
    '/confirm/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    answer,
  )
  app.post(
    '/confirm/:token',
    {
      config: { access: 'open', anyBody: 'ignored' },
      schema: { hide: true, params: TokenParams },
      bodyLimit: MOST_BODY_BYTES,
      onRequest: ignoreBodyType,
    },
    answer,
  )
}

/** The state to show before the button was pressed. */
function stateOf(page: ConfirmationPage | undefined, now: Date): ConfirmResult | 'ask' {
  if (page?.outcome === 'confirmed') return 'again'
  return !page || page.outcome !== null || isWithdrawn(page, page.contact) || page.expiresAt <= now
    ? 'over'
    : 'ask'
}
