// CORS. Calls marked anyOrigin (tracking) allow every origin; the rest only the dashboard's own.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app-types.ts'

const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key'
const EXPOSED_HEADERS =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed'
const PREFLIGHT_SECONDS = '600'

export function installCors(app: App, { dashboardOrigin }: { dashboardOrigin: string }): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin !== undefined) allowOrigin(request, reply, { origin, dashboardOrigin })
    done()
  })
}

function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, dashboardOrigin }: { origin: string; dashboardOrigin: string },
): void {
  if (request.routeOptions.config.anyOrigin) {
    allowAnyOrigin(reply)
    return
  }
  reply.header('vary', 'Origin')
  if (origin === dashboardOrigin) {
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS })
  }
}

export function allowAnyOrigin(reply: FastifyReply): void {
  reply.removeHeader('vary')
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS })
}

/** Answers a preflight; its origin headers are set before. */
export function replyToPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .headers({
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send()
}
