import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { clientKey, createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import { TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { createHitRecorder } from './tracking.service.ts'
import type { Visit } from './tracking.service.ts'

/** One transparent pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

// Per client network; the proxies of a large provider serve thousands of readers. Above this the pixel and links still work,
// but hits are not recorded.
const RECORDED_PER_MINUTE = 6_000

/** Public, with signed tokens. HEAD requests are recorded like GET. */
export function trackingRoutes(app: App, deps: Deps): void {
  const recorder = createHitRecorder(deps)
  const limiter = createRateLimiter(deps.database.db)

  const visitOf = (request: FastifyRequest): Visit => ({
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    isHead: request.method === 'HEAD',
    isPrefetch: isPrefetch(request),
    mayRecord: async () => (await limiter.consume(clientKey('hits', request), RECORDED_PER_MINUTE)).isAllowed,
  })

  app.get(
    '/o/:token',
    { config: { access: 'open' }, schema: { hide: true, params: TokenParams } },
    async (request, reply) => {
      try {
        await recorder.opened(request.params.token, visitOf(request))
      } catch (error) {
        // The reader gets the image even if the open cannot be recorded.
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
  paragraphs: ['It may be incomplete. Please open it from the email again.'],
}

/** Whether a browser loads the page before it is shown. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return purposes.some((text) => /prefetch|preview|prerender/i.test(text))
}
