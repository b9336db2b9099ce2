// A known path with another method is a 405 that lists the allowed ones. Instead of guessing from a 404, the missing
// methods of every path are registered too, once all features have added theirs. Methods that Node parses but no API uses
// (PROPFIND, QUERY and two dozen more) are not worth a route for every path: they are looked up on demand. A refusal names
// the nearest path of the API and its documentation.
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { replyToPreflight } from './access/cors.ts'
import { createNearestPath } from './nearest-path.ts'
import type { PathSynonyms } from './nearest-path.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

type Path = { url: string; anyOrigin: boolean; isDescribed: boolean; allowed: readonly HTTPMethods[] }

export type PathMethods = {
  /** Call it after the last route is added. */
  addOtherMethods(): void
  /** Refuses a request without a route, or with an empty parameter. */
  refuse(request: FastifyRequest, reply: FastifyReply): never
}

export type PathAdvice = { synonyms: PathSynonyms; docsUrl: string }

/** Call it before the first route is added. */
export function collectMethods(app: App, { synonyms, docsUrl }: PathAdvice): PathMethods {
  const collected = new Map<string, { methods: Set<string>; anyOrigin: boolean; isDescribed: boolean }>()
  app.addHook('onRoute', (route: RouteOptions) => {
    const path = collected.get(route.url) ?? { methods: new Set(), anyOrigin: false, isDescribed: false }
    for (const method of [route.method].flat()) path.methods.add(method.toUpperCase())
    path.anyOrigin ||= route.config?.anyOrigin ?? false
    path.isDescribed ||= route.schema !== undefined && route.schema.hide !== true
    collected.set(route.url, path)
  })
  let patterns: { pattern: RegExp; allowed: Path['allowed'] }[] = []
  let findNearest: ReturnType<typeof createNearestPath> = () => undefined
  const advise = (nearest: string | undefined): string =>
    `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Every path is described at ${docsUrl}.`
  const refuseMethod = (reply: FastifyReply, allowed: Path['allowed']): AppError => {
    const methods = allowed.join(', ')
    reply.header('allow', methods)
    const { method, url } = reply.request
    const nearest = findNearest(method, pathOf(url))
    return new AppError('METHOD_NOT_ALLOWED', {
      message: `This path does not support ${method}. Supported methods: ${methods}.`,
      // The message already names the same path with another method.
      suggestion: advise(nearest?.startsWith(`${method} `) ? nearest : undefined),
    })
  }
  return {
    addOtherMethods() {
      // A copy: the routes added here come back through the hook above.
      const paths = Array.from(collected, ([url, { methods, ...path }]) => ({
        ...path,
        url,
        allowed: METHODS.filter((method) => methods.has(method)),
      }))
      // In the order of the router: /contacts/bulk is not /contacts/:id.
      patterns = paths
        .toSorted((a, b) => parametersIn(a.url) - parametersIn(b.url))
        .map(({ url, allowed }) => ({ pattern: patternOf(url), allowed }))
      const described = paths.filter(({ isDescribed }) => isDescribed)
      findNearest = createNearestPath(
        described.map(({ url, allowed }) => ({ url, methods: allowed })),
        synonyms,
      )
      for (const path of paths) addOtherMethods(app, path, refuseMethod)
    },
    refuse(request, reply) {
      const path = pathOf(request.url)
      const known = patterns.find(({ pattern }) => pattern.test(path))
      throw known
        ? refuseMethod(reply, known.allowed)
        : new AppError('RESOURCE_NOT_FOUND', { suggestion: advise(findNearest(request.method, path)) })
    },
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

const parametersIn = (url: string) => url.split(/[:*]/).length

const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)

type RefuseMethod = (reply: FastifyReply, allowed: Path['allowed']) => AppError

function addOtherMethods(app: App, { url, anyOrigin, allowed }: Path, refuse: RefuseMethod): void {
  const config = { access: 'open' as const, anyOrigin }
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config,
    schema: { hide: true },
    // Before the body, so that no one can make us read and parse it without even a key.
    onRequest: (_request, reply, done) => done(refuse(reply, allowed)),
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
