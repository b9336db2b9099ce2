// The preference page: topics, a pause, and leaving everything. GET never changes anything, because email scanners follow every
// link. The link is the secret, so the POST needs no cookie and no token of its own.
import type { FastifyReply } from 'fastify'
import { toLedgerSource } from '../../../platform/consent-source.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { ignoreBodyType } from '../../../platform/http/body/json-body.ts'
import { replyWithPage } from '../../../platform/http/public-page.ts'
import { TokenParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { zoneOf } from '../../../platform/time/zone-of.ts'
import { activePause } from '../../contacts/index.ts'
import { createLinkGate } from '../link-gate.ts'
import type { TokenRequest } from '../link-gate.ts'
import { chosenLanguage, leaveAllLabel, pageOf, pickBrowserLanguage } from '../page.ts'
import { findRecipient } from '../unsubscribe.queries.ts'
import type { Recipient } from '../unsubscribe.queries.ts'
import type { LinkBearer } from '../unsubscribe.service.ts'
import { preferencesPage } from './preferences-page.ts'
import { listShownTopics } from './preferences.queries.ts'
import { pauseEndOf, savePreferences } from './preferences.service.ts'

// A hundred topics with two fields each, of at most 60 characters, take 15 kB.
const MOST_BODY_BYTES = 64 * 1024

/** Public, with signed links. */
export function preferencesRoutes(app: App, deps: Deps): void {
  const { database, clock, secrets } = deps
  const gate = createLinkGate(deps)

  const languageOf = (request: TokenRequest, recipient: Recipient | undefined): Language =>
    chosenLanguage(request.query) ?? pickBrowserLanguage(recipient, request.headers['accept-language'] ?? '')

  app.get(
    '/manage/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      const bearer = await gate.open('manage', request, reply)
      if (!bearer) return reply
      const recipient = await findRecipient(database.db, bearer)
      const language = languageOf(request, recipient)
      if (!recipient?.contact?.isSubscribed) return showState(reply, { bearer, recipient, language })
      return showPreferences(reply, { bearer, recipient, language, isSaved: isSaved(request) })
    },
  )

  app.post(
    '/manage/:token',
    {
      config: { access: 'open', anyBody: 'kept' },
      schema: { hide: true, params: TokenParams },
      bodyLimit: MOST_BODY_BYTES,
      onRequest: ignoreBodyType,
    },
    async (request, reply) => {
      const bearer = await gate.open('manage', request, reply)
      if (!bearer) return reply
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { projectId, emailId } = bearer
      const page = { kind: 'page', id: emailId, network: request.ip } as const
      const source = toLedgerSource(secrets, { projectId, source: page })
      await savePreferences(database.db, { ...bearer, body, source, now: clock.now() })
      // A page that is shown by GET can be reloaded without sending the form again.
      const language = chosenLanguage(request.query)
      const query = language ? `?saved=true&lang=${language}` : '?saved=true'
      return reply.headers({ location: query, 'cache-control': 'no-store' }).code(303).send()
    },
  )

  type PageContext = { bearer: LinkBearer; recipient: Recipient | undefined; language: Language }

  /** For somebody who is not subscribed, with the way back, or not stored any more. */
  const showState = (reply: FastifyReply, { bearer, recipient, language }: PageContext) => {
    const { label, ...content } = pageOf(recipient?.contact ? 'left' : 'gone', language, {
      project: recipient?.project.name ?? '',
      email: recipient?.contact?.email ?? '',
      topic: '',
    })
    const url = `${gate.pathTo('subscribe', bearer)}?lang=${language}`
    return replyWithPage(reply, {
      status: 200,
      ...content,
      ...(label !== undefined && { action: { label, url } }),
      ...(recipient && { sender: recipient.project }),
    })
  }

  const showPreferences = async (
    reply: FastifyReply,
    { bearer, recipient, language, ...given }: PageContext & { recipient: Recipient; isSaved: boolean },
  ) => {
    const { project, contact } = recipient
    const { projectId, contactId } = bearer
    const now = clock.now()
    const pausedUntil = contact?.pausedUntil ?? null
    const preferences = {
      project: project.name,
      email: contact?.email ?? '',
      topics: contactId === null ? [] : await listShownTopics(database.db, { projectId, contactId }),
      pausedUntil: activePause(pausedUntil === null ? null : new Date(pausedUntil), now),
      pauseEnds: { 30: pauseEndOf(30, now), 90: pauseEndOf(90, now) },
      timezone: zoneOf(contact, project.timezone),
      ...given,
    }
    const url = `${gate.pathTo('unsubscribe', bearer)}?all=true&lang=${language}`
    return replyWithPage(reply, {
      status: 200,
      ...preferencesPage(preferences, language),
      otherAction: { label: leaveAllLabel(language), url },
      sender: project,
    })
  }
}

const isSaved = ({ query }: TokenRequest): boolean => (query as Record<string, unknown>)['saved'] === 'true'
