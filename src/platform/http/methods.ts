// A known path with another method is a 405 that lists what it takes. Instead of guessing from a 404, the missing
// methods of every path are registered too, once all features have added theirs. Methods that Node reads but no API
// uses (PROPFIND, QUERY and two dozen more) are not worth a route for every path: they are looked up when they come.
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { replyToPreflight } from './access/cors.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

type Path = { url: string; anyOrigin: boolean; allowed: readonly HTTPMethods[] }

export type PathMethods = {
  /** Call it after the last route is added. */
  addOtherMethods(): void
  /** Refuses what the router has no route for. */
  refuse(request: FastifyRequest, reply: FastifyReply): never
}

/** Call it before the first route is added. */
export function collectMethods(app: App): PathMethods {
  const collected = new Map<string, { methods: Set<string>; anyOrigin: boolean }>()
  app.addHook('onRoute', (route: RouteOptions) => {
    const path = collected.get(route.url) ?? { methods: new Set(), anyOrigin: false }
    for (const method of [route.method].flat()) path.methods.add(method.toUpperCase())
    path.anyOrigin ||= route.config?.anyOrigin ?? false
    collected.set(route.url, path)
  })
  let patterns: { pattern: RegExp; allowed: Path['allowed'] }[] = []
  return {
    addOtherMethods() {
      // A copy: the routes added here come back through the hook above.
      const paths = Array.from(collected, ([url, { methods, anyOrigin }]) => ({
        url,
        anyOrigin,
        allowed: METHODS.filter((method) => methods.has(method)),
      }))
      // As the router has it, /contacts/bulk is not /contacts/:id.
      patterns = paths
        .toSorted((a, b) => parametersIn(a.url) - parametersIn(b.url))
        .map(({ url, allowed }) => ({ pattern: patternOf(url), allowed }))
      for (const path of paths) addOtherMethods(app, path)
    },
    refuse(request, reply) {
      const [path = ''] = request.url.split('?', 1)
      const known = patterns.find(({ pattern }) => pattern.test(path))
      throw known ? notAllowed(reply, known.allowed) : new AppError('RESOURCE_NOT_FOUND')
    },
  }
}

const parametersIn = (url: string) => url.split(/[:*]/).length

const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)

function notAllowed(reply: FastifyReply, allowed: Path['allowed']): AppError {
  const methods = allowed.join(', ')
  reply.header('allow', methods)
  return new AppError('METHOD_NOT_ALLOWED', {
    message: `This path does not take ${reply.request.method}. It takes: ${methods}.`,
  })
}

function addOtherMethods(app: App, { url, anyOrigin, allowed }: Path): void {
  const config = { access: 'open' as const, anyOrigin }
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config,
    schema: { hide: true },
    // Before the body: nobody shall make us read and parse what no handler takes, without even a key.
    onRequest: (_request, reply, done) => done(notAllowed(reply, allowed)),
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
