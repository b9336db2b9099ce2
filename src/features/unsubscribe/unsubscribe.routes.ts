// The pages behind the links of an email: unsubscribe, subscribe, and the current state. If the email has a topic, its link
// leaves the topic, and `?all=true` everything. GET never changes anything, because
// email scanners follow every link. A POST acts at once, with any body, without a cookie or another page (RFC 8058).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { ignoreBodyType } from '../../platform/http/body/json-body.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { LinkPurpose } from '../../platform/secrets/link-tokens.ts'
import { leaveAllLabel, pageOf, pickLanguage } from './page.ts'
import type { PageState } from './page.ts'
import { findRecipient } from './unsubscribe.queries.ts'
import type { Recipient } from './unsubscribe.queries.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { makeToken, readBearer, setSubscription } from './unsubscribe.service.ts'
import type { LinkBearer } from './unsubscribe.service.ts'

// Mailbox providers unsubscribe for their users, from a handful of addresses: 20 per second is enough for a campaign to a
// million, and still little load.
const REQUESTS_PER_MINUTE = 1_200

// A form of one field. RFC 8058, section 3.2, asks for 30 bytes.
const MOST_BODY_BYTES = 64 * 1024

type Page = 'unsubscribe' | 'subscribe' | 'manage'
type TokenRequest = FastifyRequest<{ Params: { token: string } }>

/** Buttons of pages add parameters; anything else in the query is ignored, so that no link is refused for it. */
const hasFlag = ({ query }: TokenRequest, name: 'all' | 'topic'): boolean =>
  (query as Record<string, unknown>)[name] === 'true'

/** The target of the button in each state. */
const NEXT: Partial<Record<PageState, LinkPurpose>> = {
  leave: 'unsubscribe',
  joined: 'unsubscribe',
  leaveTopic: 'unsubscribe',
  join: 'subscribe',
  left: 'subscribe',
  topicLeft: 'subscribe',
}

/** Public, with signed links. */
export function unsubscribeRoutes(app: App, deps: Deps): void {
  const { database, secrets, clock } = deps
  const tokens = createLinkTokens(secrets)
  const limiter = createRateLimiter(database.db)

  const answer = async (page: Page, request: TokenRequest, reply: FastifyReply) => {
    const bearer = readBearer(tokens, { purpose: page, token: request.params.token })
    const accepted = request.headers['accept-language'] ?? ''
    if (!bearer) {
      return replyWithPage(reply, { status: 404, ...pageOf('invalid', pickLanguage(undefined, accepted)) })
    }
    const key = clientKey('page', request)
    const { isAllowed, retryAfterSeconds } = await limiter.consume(key, REQUESTS_PER_MINUTE)
    if (!isAllowed) {
      reply.header('retry-after', String(retryAfterSeconds))
      return replyWithPage(reply, { status: 429, ...pageOf('busy', pickLanguage(undefined, accepted)) })
    }
    const isActing = request.method === 'POST'
    // One click has no parameters: it leaves the topic. A button says if it joins the topic again.
    const isTopicOnly = page === 'unsubscribe' ? !hasFlag(request, 'all') : hasFlag(request, 'topic')
    if (isActing) {
      const isSubscribed = page === 'subscribe'
      await setSubscription(database.db, { ...bearer, isSubscribed, isTopicOnly, now: clock.now() })
    }
    const recipient = await findRecipient(database.db, bearer)
    const language = pickLanguage(recipient, accepted)
    const state = recipient ? stateOf(page, recipient, { isActing, isTopicOnly }) : 'gone'
    const { label, ...content } = pageOf(state, language, {
      project: recipient?.project.name ?? '',
      email: recipient?.contact?.email ?? '',
      topic: recipient?.topic?.name ?? '',
    })
    const isAboutTopic = state === 'leaveTopic' || state === 'topicLeft'
    return replyWithPage(reply, {
      status: 200,
      ...content,
      ...(label !== undefined && { action: { label, url: actionUrl(state, bearer) } }),
      ...(isAboutTopic && { otherAction: { label: leaveAllLabel(language), url: leaveAllUrl(bearer) } }),
      ...(recipient && { sender: recipient.project }),
    })
  }

  /** Relative, because PUBLIC_URL may have a path that a proxy removes. */
  const actionUrl = (state: PageState, bearer: LinkBearer): string => {
    const purpose = NEXT[state] ?? 'manage'
    const query = queryOf(state)
    return `../${purpose}/${makeToken(tokens, { purpose, bearer })}${query}`
  }
  const leaveAllUrl = (bearer: LinkBearer): string =>
    `../unsubscribe/${makeToken(tokens, { purpose: 'unsubscribe', bearer })}?all=true`

  for (const page of ['unsubscribe', 'subscribe', 'manage'] as const) {
    app.get(
      `/${page}/:token`,
      { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
      (request, reply) => answer(page, request, reply),
    )
    if (page === 'manage') continue
    app.post(
      `/${page}/:token`,
      {
        config: { access: 'open', anyBody: 'ignored' },
        schema: { hide: true, params: TokenParams },
        bodyLimit: MOST_BODY_BYTES,
        onRequest: ignoreBodyType,
      },
      (request, reply) => answer(page, request, reply),
    )
  }
}

/** The button of a page that is not about a topic means everything. */
function queryOf(state: PageState): string {
  if (state === 'topicLeft') return '?topic=true'
  return state === 'leave' || state === 'joined' ? '?all=true' : ''
}

/** Shows the current state instead of the question if the contact is already there. */
function stateOf(
  page: Page,
  { contact, topic }: Recipient,
  { isActing, isTopicOnly }: { isActing: boolean; isTopicOnly: boolean },
): PageState {
  if (!contact) return 'gone'
  const { isSubscribed } = contact
  if (topic && page === 'unsubscribe' && isTopicOnly && isSubscribed) {
    return topic.isIn ? 'leaveTopic' : 'topicLeft'
  }
  if (page === 'manage' || isActing) return isSubscribed ? 'joined' : 'left'
  if (page === 'unsubscribe') return isSubscribed ? 'leave' : 'left'
  return isSubscribed ? 'joined' : 'join'
}
