// Lets the bearer of a valid token see the page behind a link, and not too often.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { LinkPurpose } from '../../platform/secrets/link-tokens.ts'
import { chosenLanguage, pageOf, pickLanguage } from './page.ts'
import type { PageState } from './page.ts'
import { makeToken, readBearer } from './unsubscribe.service.ts'
import type { LinkBearer } from './unsubscribe.service.ts'

// Mailbox providers unsubscribe for their users, from a handful of addresses: 20 per second is enough for a campaign to a
// million, and still little load.
const REQUESTS_PER_MINUTE = 1_200

export type TokenRequest = FastifyRequest<{ Params: { token: string } }>

export type LinkGate = {
  /** The bearer of the link, or undefined if a page has been sent that says why not. */
  open(purpose: LinkPurpose, request: TokenRequest, reply: FastifyReply): Promise<LinkBearer | undefined>
  /** The path of another page for the same bearer: relative, because PUBLIC_URL may have a path that a proxy removes. */
  pathTo(purpose: LinkPurpose, bearer: LinkBearer): string
}

export function createLinkGate({ database, secrets }: Pick<Deps, 'database' | 'secrets'>): LinkGate {
  const tokens = createLinkTokens(secrets)
  const limiter = createRateLimiter(database.db)
  const refuse = (request: TokenRequest, reply: FastifyReply, state: PageState) => {
    const accepted = request.headers['accept-language'] ?? ''
    const language = chosenLanguage(request.query) ?? pickLanguage(undefined, accepted)
    const status = state === 'busy' ? 429 : 404
    replyWithPage(reply, { status, ...pageOf(state, language) })
    return undefined
  }
  return {
    async open(purpose, request, reply) {
      const bearer = readBearer(tokens, { purpose, token: request.params.token })
      if (!bearer) return refuse(request, reply, 'invalid')
      const key = clientKey('page', request)
      const { isAllowed, retryAfterSeconds } = await limiter.consume(key, REQUESTS_PER_MINUTE)
      if (isAllowed) return bearer
      reply.header('retry-after', String(retryAfterSeconds))
      return refuse(request, reply, 'busy')
    },
    pathTo: (purpose, bearer) => `../${purpose}/${makeToken(tokens, { purpose, bearer })}`,
  }
}
