import { createReadiness } from '../db/readiness.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { ErrorBody } from './replies/error-body.schema.ts'
import { answers } from './openapi/openapi.ts'
import { Health, MetricsText } from './system.schema.ts'

/** Whether this node is alive, ready to serve, and what it measures. */
export function systemRoutes(app: App, { config, database, lifecycle, metrics }: Deps): void {
  const requireReadiness = createReadiness(database)

  app.get(
    '/health',
    {
      config: { access: 'open' },
      schema: {
        tags: ['Service'],
        operationId: 'getHealth',
        summary: 'The process is alive',
        security: [],
        response: { 200: Health },
      },
    },
    () => ({
      status: 'ok',
      version: config.version,
      ...(lifecycle.warnings.size > 0 && { warnings: [...lifecycle.warnings.values()] }),
    }),
  )

  app.get(
    '/ready',
    {
      config: { access: 'open' },
      schema: {
        tags: ['Service'],
        operationId: 'getReady',
        summary: 'Database and queue answer',
        security: [],
        response: { 200: Health, 503: ErrorBody },
      },
    },
    async () => {
      if (lifecycle.state !== 'ready') {
        throw new AppError('SERVICE_UNAVAILABLE', { message: `The service is ${lifecycle.state}.` })
      }
      const [trouble] = lifecycle.troubles.values()
      if (trouble !== undefined) throw new AppError('SERVICE_UNAVAILABLE', { message: trouble })
      await requireReadiness()
      return { status: 'ready', version: config.version }
    },
  )

  app.get(
    '/metrics',
    {
      config: { access: 'operator' },
      schema: {
        tags: ['Service'],
        operationId: 'getMetrics',
        summary: 'Get metrics in the Prometheus text format',
        description:
          'Needs the METRICS_TOKEN of the server as bearer, or a request from the server itself that no proxy has passed on. Keys of projects do not open it: the figures are about the whole server.',
        security: [{ metricsToken: [] }, {}],
        response: answers({ 200: { content: { 'text/plain': { schema: MetricsText } } } }),
      },
    },
    async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8')
      return metrics.render()
    },
  )
}
