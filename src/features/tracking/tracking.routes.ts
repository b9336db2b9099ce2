import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { createHitRecorder } from './tracking.service.ts'
import type { Visit } from './tracking.service.ts'

/** The smallest picture there is: one pixel, transparent (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

// Hits recorded per minute and client network. The proxies of a large provider stand for thousands of readers; beyond this
// the pixel and the links work on, and only the database is spared.
const NOTED_PER_MINUTE = 6_000

/** Public, by signed links: the pixel of an email and its tracked links. HEAD is noted like GET, as what it is. */
export function trackingRoutes(app: App, deps: Deps): void {
  const recorder = createHitRecorder(deps)
  const limiter = createRateLimiter(deps.database.db)

  const visitOf = (request: FastifyRequest): Visit => ({
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    isHead: request.method === 'HEAD',
    isPrefetch: isPrefetch(request),
    mayBeNoted: async () => (await limiter.consume(clientKey('hits', request), NOTED_PER_MINUTE)).isAllowed,
  })

  app.get(
    '/o/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      try {
        await recorder.opened(request.params.token, visitOf(request))
      } catch (error) {
        // A picture that cannot be counted is still a picture.
        request.log.warn({ err: error }, 'an open could not be recorded')
      }
      return reply.headers({ 'content-type': 'image/gif', 'cache-control': 'no-store' }).send(PIXEL)
    },
  )

  app.get(
    '/c/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      const url = await recorder.clicked(request.params.token, visitOf(request))
      reply.headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      if (url === undefined) return replyWithPage(reply, NOT_FOUND)
      return reply.code(302).header('location', url).send()
    },
  )
}

const NOT_FOUND = {
  status: 404,
  language: 'en',
  direction: 'ltr' as const,
  title: 'This link is not valid',
  paragraphs: ['It may have been cut on its way. Please follow it from the email again.'],
}

/** What browsers send with a request whose answer nobody may ever see. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  const said = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return said.some((text) => /prefetch|preview|prerender/i.test(text))
}
