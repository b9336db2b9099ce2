// The pages behind the links of an email: unsubscribe and subscribe. If the email has a topic, its link leaves the topic, and
// `?all=true` everything. GET never changes anything, because email scanners follow every link. A POST acts at once, with any body, without a cookie or another page (RFC 8058).
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { toLedgerSource } from '../../platform/consent-source.ts'
import type { LedgerSource } from '../../platform/consent-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { ignoreBodyType } from '../../platform/http/body/json-body.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import type { Language } from '../../platform/text/languages.ts'
import { createLinkGate } from './link-gate.ts'
import type { TokenRequest } from './link-gate.ts'
import { chosenLanguage, leaveAllLabel, pageOf, pickLanguage } from './page.ts'
import type { PageState } from './page.ts'
import { findRecipient } from './unsubscribe.queries.ts'
import type { Recipient } from './unsubscribe.queries.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { preferencesLabel } from './preferences/preferences-page.ts'
import { setSubscription } from './unsubscribe.service.ts'
import type { LinkBearer } from './unsubscribe.service.ts'

// A form of one field. RFC 8058, section 3.2, asks for 30 bytes.
const MOST_BODY_BYTES = 64 * 1024

type Page = 'unsubscribe' | 'subscribe'

/** Buttons of pages add parameters; anything else in the query is ignored, so that no link is refused for it. */
const FLAGS = ['all', 'topic', 'page'] as const
const hasFlag = ({ query }: TokenRequest, name: (typeof FLAGS)[number]): boolean =>
  (query as Record<string, unknown>)[name] === 'true'

/** The target of the button in each state. */
const NEXT: Partial<Record<PageState, Page>> = {
  leave: 'unsubscribe',
  joined: 'unsubscribe',
  leaveTopic: 'unsubscribe',
  join: 'subscribe',
  left: 'subscribe',
  topicLeft: 'subscribe',
}

/** Public, with signed links. */
export function unsubscribeRoutes(app: App, deps: Deps): void {
  const { database, clock, secrets } = deps
  const gate = createLinkGate(deps)

  const answer = async (page: Page, request: TokenRequest, reply: FastifyReply) => {
    const bearer = await gate.open(page, request, reply)
    if (!bearer) return reply
    const isActing = request.method === 'POST'
    // One click has no parameters: it leaves the topic. A button says if it joins the topic again.
    const isTopicOnly = page === 'unsubscribe' ? !hasFlag(request, 'all') : hasFlag(request, 'topic')
    if (isActing) {
      const isSubscribed = page === 'subscribe'
      const source = sourceOf(page, request, bearer)
      await setSubscription(database.db, { ...bearer, isSubscribed, isTopicOnly, source, now: clock.now() })
    }
    const recipient = await findRecipient(database.db, bearer)
    const chosen = chosenLanguage(request.query)
    const language = chosen ?? pickLanguage(recipient, request.headers['accept-language'] ?? '')
    const state = recipient ? stateOf(page, recipient, { isActing, isTopicOnly }) : 'gone'
    return replyWithPage(reply, {
      status: 200,
      ...statePage(state, { bearer, recipient, language, isChosen: chosen !== undefined }),
      ...(recipient && { sender: recipient.project }),
    })
  }

  const statePage = (state: PageState, { bearer, recipient, language, isChosen }: PageContext) => {
    const { label, ...content } = pageOf(state, language, {
      project: recipient?.project.name ?? '',
      email: recipient?.contact?.email ?? '',
      topic: recipient?.topic?.name ?? '',
    })
    const urlOf = (page: Page, parameters: readonly string[]) => {
      const query = [...parameters, ...(isChosen ? [`lang=${language}`] : [])].join('&')
      return gate.pathTo(page, bearer) + (query === '' ? '' : `?${query}`)
    }
    const next = NEXT[state]
    const isAboutTopic = state === 'leaveTopic' || state === 'topicLeft'
    const leaveAll = { label: leaveAllLabel(language), url: urlOf('unsubscribe', ['all=true']) }
    const preferences = {
      label: preferencesLabel(language),
      url: `${gate.pathTo('manage', bearer)}?lang=${language}`,
    }
    return {
      ...content,
      ...(next && label !== undefined && { action: { label, url: urlOf(next, parametersOf(state)) } }),
      ...(isAboutTopic && { otherAction: leaveAll }),
      ...(recipient?.contact?.isSubscribed && { link: preferences }),
    }
  }

  /** Mail clients post without parameters. */
  const sourceOf = (page: Page, request: TokenRequest, { projectId, emailId }: LinkBearer): LedgerSource => {
    const isButton = FLAGS.some((flag) => hasFlag(request, flag))
    const kind = page === 'unsubscribe' && !isButton ? 'one_click' : 'page'
    return toLedgerSource(secrets, { projectId, source: { kind, id: emailId, network: request.ip } })
  }

  for (const page of ['unsubscribe', 'subscribe'] as const) {
    app.get(
      `/${page}/:token`,
      { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
      (request, reply) => answer(page, request, reply),
    )
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

type PageContext = {
  bearer: LinkBearer
  recipient: Recipient | undefined
  language: Language
  /** Whether the person chose the language, so that the next page has it too. */
  isChosen: boolean
}

/** One of these tells a button from one click of a mail client. A page that is not about a topic means everything. */
function parametersOf(state: PageState): string[] {
  if (state === 'topicLeft') return ['topic=true']
  return state === 'leave' || state === 'joined' ? ['all=true'] : ['page=true']
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
  if (isActing) return isSubscribed ? 'joined' : 'left'
  if (page === 'unsubscribe') return isSubscribed ? 'leave' : 'left'
  return isSubscribed ? 'joined' : 'join'
}
