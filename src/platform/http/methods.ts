// A known path with another method is a 405 that lists what it takes. Instead of guessing from a 404, the missing
// methods of every path are registered too, once all features have added theirs.
import type { HTTPMethods, RouteOptions } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { replyToPreflight } from './cors.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

type KnownPath = { methods: Set<string>; anyOrigin: boolean }

/** Call before the first route is added; the function it returns, after the last. */
export function collectMethods(app: App): () => void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', (route: RouteOptions) => {
    const known = paths.get(route.url) ?? { methods: new Set(), anyOrigin: false }
    for (const method of [route.method].flat()) known.methods.add(method.toUpperCase())
    known.anyOrigin ||= route.config?.anyOrigin ?? false
    paths.set(route.url, known)
  })
  return () => {
    // A copy: the routes added here come back through the hook above.
    for (const [url, known] of Array.from(paths)) addOtherMethods(app, url, known)
  }
}

function addOtherMethods(app: App, url: string, known: KnownPath): void {
  const allowed = METHODS.filter((method) => known.methods.has(method))
  const config = { access: 'open' as const, anyOrigin: known.anyOrigin }
  const other = METHODS.filter((method) => !known.methods.has(method))
  app.route({
    method: other,
    url,
    config,
    schema: { hide: true },
    // Before the body: nobody shall make us read and parse what no handler takes, without even a key.
    onRequest: (_request, reply, done) => {
      reply.header('allow', allowed.join(', '))
      done(new AppError('METHOD_NOT_ALLOWED'))
    },
    handler: () => undefined,
  })
  app.route({
    method: 'OPTIONS',
    url,
    config,
    schema: { hide: true },
    handler: (_request, reply) => replyToPreflight(reply, allowed),
  })
}
