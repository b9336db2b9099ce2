// Request id, one log line and two metrics for every request, and a span for those that accept email. Bodies, keys and addresses are not logged; a path parameter
// appears as its name.
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { startSpan } from '../tracing/span.ts'
import { parseTraceparent } from '../tracing/trace-context.ts'
import type { App } from './app-types.ts'
import { replyHeaders } from './replies/reply-headers.ts'

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function installObservation(
  app: App,
  { metrics, tracer, clock }: Pick<Deps, 'metrics' | 'tracer' | 'clock'>,
): void {
  const requests = metrics.counter(
    'lettermill_http_requests_total',
    'Requests answered, by route and status.',
  )
  const seconds = metrics.histogram(
    'lettermill_http_request_seconds',
    'Time to answer a request, by route.',
    LATENCY_BUCKETS_SECONDS,
  )
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(replyHeaders(request.id))
    const { config, url: route = '' } = request.routeOptions
    if (config.isTraced === true) {
      request.span = startSpan(
        { tracer, clock },
        {
          parent: parseTraceparent(request.headers['traceparent']),
          name: `${request.method} ${route}`,
          kind: 'server',
          attributes: { 'http.request.method': request.method, 'http.route': route },
        },
      )
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    request.span?.end({
      attributes: {
        'http.response.status_code': status,
        'lettermill.project_id': (request.key ?? request.member)?.projectId,
      },
      error: status >= 500 ? String(status) : undefined,
    })
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route }
    requests.add({ ...labels, status })
    seconds.observe(labels, reply.elapsedTime / 1000)
    request.log.info(
      {
        ...labels,
        status,
        ms: Math.round(reply.elapsedTime),
        projectId: (request.key ?? request.member)?.projectId,
        userId: request.user?.id,
      },
      'request',
    )
    done()
  })
}

/** While the process starts or stops, only the routes that report it answer. */
export function installLifecycle(app: App, lifecycle: Lifecycle): void {
  const alwaysOn = new Set(['/health', '/ready', '/metrics'])
  app.addHook('onRequest', (request, _reply, done) => {
    const isServed = lifecycle.state === 'ready' || alwaysOn.has(request.routeOptions.url ?? '')
    done(
      isServed
        ? undefined
        : new AppError('SERVICE_UNAVAILABLE', { message: `The service is ${lifecycle.state}.` }),
    )
  })
  // Makes a client open a new connection, to another node, for its next request; a kept-alive one would delay the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.state === 'stopping') reply.header('connection', 'close')
  })
}
