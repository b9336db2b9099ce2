// The archive: public pages that show sent campaigns to everybody, a list with an RSS feed and a page per email.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { clientKey, createRateLimiter } from '../../../platform/http/access/rate-limit.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { replyWithEmail } from '../../../platform/http/email-page.ts'
import { PUBLISHED_CACHE, replyWithPage } from '../../../platform/http/public-page.ts'
import { TokenParams } from '../../../platform/http/replies/paging.schema.ts'
import { acceptedLanguage } from '../../../platform/text/languages.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { ArchiveEmailParams, ArchiveListQuery } from './archive.schema.ts'
import { archivePage, archiveRefusal, archiveTitle } from './archive-page.ts'
import { renderFeed } from './archive-feed.ts'
import { findArchive, findArchived } from './archive.queries.ts'
import type { PublicArchive } from './archive.queries.ts'
import { createArchiveLists } from './archive-list.service.ts'
import { createArchivedEmails } from './archived-email.service.ts'

// As many as the pages of forms: people behind one network may read the same newsletter.
const REQUESTS_PER_MINUTE = 300

type ArchiveRequest = FastifyRequest<{ Params: { token: string } }>

export function archiveRoutes(app: App, deps: Deps): void {
  const { clock, config, database } = deps
  const limiter = createRateLimiter(database.db)
  const emails = createArchivedEmails(deps)
  const readList = createArchiveLists(deps, emails)

  /** The archive of the address, or undefined if a page has been sent that says why not. */
  const open = async (request: ArchiveRequest, reply: FastifyReply): Promise<PublicArchive | undefined> => {
    const key = clientKey('archive', request)
    const { isAllowed, retryAfterSeconds } = await limiter.consume(key, REQUESTS_PER_MINUTE)
    if (!isAllowed) {
      reply.header('retry-after', String(retryAfterSeconds))
      refuse(request, reply, 'busy')
      return undefined
    }
    const { token } = request.params
    const archive = isUuid(token) ? await findArchive(database.db, { token }) : undefined
    if (!archive) refuse(request, reply, 'missing')
    return archive
  }
  const urlOf = ({ token }: PublicArchive) => `${config.publicUrl}/archive/${token}`
  const anyone = { access: 'open' } as const

  app.get(
    '/archive/:token',
    { config: anyone, schema: { hide: true, params: TokenParams, querystring: ArchiveListQuery } },
    async (request, reply) => {
      const archive = await open(request, reply)
      if (!archive) return reply
      const { page } = request.query
      const list = await readList(archive, page)
      setCanonical(reply, page === 1 ? urlOf(archive) : `${urlOf(archive)}?page=${page}`)
      return replyWithPage(reply, archivePage(archive, { ...list, page }))
    },
  )

  app.get(
    '/archive/:token/feed.xml',
    { config: anyone, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      const archive = await open(request, reply)
      if (!archive) return reply
      const url = urlOf(archive)
      const list = await readList(archive, 1)
      const items = list.emails.map(({ slug, subject, startedAt }) => ({
        title: subject,
        url: `${url}/${slug}`,
        publishedAt: startedAt,
      }))
      return reply
        .headers({
          'content-type': 'application/rss+xml; charset=utf-8',
          'cache-control': PUBLISHED_CACHE,
          'x-content-type-options': 'nosniff',
        })
        .send(renderFeed({ title: archiveTitle(archive), url, language: archive.locale, items }))
    },
  )

  app.get(
    '/archive/:token/:slug',
    { config: anyone, schema: { hide: true, params: ArchiveEmailParams } },
    async (request, reply) => {
      const archive = await open(request, reply)
      if (!archive) return reply
      const { slug } = request.params
      const { projectId } = archive
      const campaign = isUuid(slug)
        ? await findArchived(database.db, { projectId, slug, now: clock.now() })
        : undefined
      const html = campaign && (await emails.readHtml(archive, campaign))
      if (html === undefined) return refuse(request, reply, 'missing')
      setCanonical(reply, `${urlOf(archive)}/${slug}`)
      return replyWithEmail(reply, { html, isPublished: true })
    },
  )
}

/** A server may answer to several names, and search engines should know one. */
const setCanonical = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('link', `<${url}>; rel="canonical"`)

function refuse({ headers }: FastifyRequest, reply: FastifyReply, kind: 'missing' | 'busy'): FastifyReply {
  const language = acceptedLanguage(headers['accept-language'] ?? '') ?? 'en'
  return replyWithPage(reply, archiveRefusal(kind, language))
}
