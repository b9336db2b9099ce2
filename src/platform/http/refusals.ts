// Requests that no route answers: a known path with another method is a 405 that lists the allowed ones, or the preflight of
// a browser; any other is a 404. A refusal names the nearest path of the API and its documentation.
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { allowAnyOrigin, replyToPreflight } from './access/cors.ts'
import { createNearestPath } from './nearest-path.ts'
import type { PathSynonyms } from './nearest-path.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

type Path = { url: string; pattern: RegExp; anyOrigin: boolean; allowed: readonly HTTPMethods[] }

export type PathAdvice = { synonyms: PathSynonyms; docsUrl: string }

/** Call it before the first route is added. */
export function installRefusals(app: App, { synonyms, docsUrl }: PathAdvice): void {
  const collected = new Map<string, { methods: Set<string>; anyOrigin: boolean; isDescribed: boolean }>()
  app.addHook('onRoute', (route: RouteOptions) => {
    const path = collected.get(route.url) ?? { methods: new Set(), anyOrigin: false, isDescribed: false }
    for (const method of [route.method].flat()) path.methods.add(method.toUpperCase())
    path.anyOrigin ||= route.config?.anyOrigin ?? false
    path.isDescribed ||= route.schema !== undefined && route.schema.hide !== true
    collected.set(route.url, path)
  })
  let paths: Path[] = []
  /** By the URL of a route: the paths that the router may take for it. Few routes have any. */
  const hiddenBy = new Map<string, Path[]>()
  let findNearest: ReturnType<typeof createNearestPath> = () => undefined
  app.addHook('onReady', (done) => {
    const all = Array.from(collected, ([url, { methods, ...path }]) => ({
      ...path,
      url,
      pattern: patternOf(url),
      allowed: METHODS.filter((method) => methods.has(method)),
    }))
    // In the order of the router: /contacts/bulk is not /contacts/:id.
    paths = all.toSorted((a, b) => parametersIn(a.url) - parametersIn(b.url))
    for (const { url, pattern } of all) {
      const hidden = all.filter((path) => path.url !== url && pattern.test(path.url))
      if (hidden.length > 0) hiddenBy.set(url, hidden)
    }
    const described = all.filter(({ isDescribed }) => isDescribed)
    findNearest = createNearestPath(
      described.map(({ url, allowed }) => ({ url, methods: allowed })),
      synonyms,
    )
    done()
  })
  const advise = (nearest: string | undefined): string =>
    `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Every path is described at ${docsUrl}.`

  const refuse = ({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(url)
    const known = paths.find(({ pattern }) => pattern.test(path))
    if (known?.anyOrigin) allowAnyOrigin(reply)
    if (known && method === 'OPTIONS') return replyToPreflight(reply, known.allowed)
    const nearest = findNearest(method, path)
    // A wildcard takes the method, but not a path with an empty part.
    if (!known || known.allowed.includes(method as HTTPMethods)) {
      throw new AppError('RESOURCE_NOT_FOUND', { suggestion: advise(nearest) })
    }
    const methods = known.allowed.join(', ')
    reply.header('allow', methods)
    throw new AppError('METHOD_NOT_ALLOWED', {
      message: `This path does not support ${method}. Supported methods: ${methods}.`,
      // The message already names the same path with another method.
      suggestion: advise(nearest?.startsWith(`${method} `) ? nearest : undefined),
    })
  }
  /** The router takes GET /contacts/import, which has a POST only, for GET /contacts/:id. */
  const isForHiddenPath = ({ url, routeOptions }: FastifyRequest): boolean =>
    hiddenBy.get(routeOptions.url ?? '')?.some(({ pattern }) => pattern.test(pathOf(url))) ?? false

  app.setNotFoundHandler(refuse)
  // Before the body is read, which the handler for unknown paths would wait for.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 || hasEmptyParameter(request) || isForHiddenPath(request)
      ? refuse(request, reply)
      : undefined,
  )
}

/** The router matches /contacts/ with /contacts/:id. A wildcard may be empty. */
const hasEmptyParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params ?? {}).some(([name, value]) => name !== '*' && value === '')

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** A wildcard comes last: it takes any path. */
const parametersIn = (url: string) => (url.includes('*') ? Infinity : url.split(':').length)

const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
