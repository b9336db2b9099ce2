import { createReadiness } from '../db/server/readiness.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'
import { ErrorBody } from './replies/error-body.schema.ts'
import { answers } from './openapi/openapi.ts'
import { Health, MetricsText } from './system.schema.ts'

/** Liveness, readiness and metrics of this node. */
export function systemRoutes(app: App, { config, database, lifecycle, metrics }: Deps): void {
  const requireReadiness = createReadiness(database)

  app.get(
    '/health',
    {
      config: { access: 'open' },
      schema: {
        tags: ['Service'],
        operationId: 'getHealth',
        summary: 'Check that the process is alive',
        description:
          'Returns 200 as soon as the process answers requests, even while the database is unavailable. `warnings` lists problems that the operator should look at.',
        response: { 200: Health, 400: ErrorBody },
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
        summary: 'Check that the server is ready',
        description:
          'Returns 200 when the database and the job queue answer, and 503 with the reason when they do not. Use it as the health check of a load balancer.',
        response: { 200: Health, 400: ErrorBody, 503: ErrorBody },
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
          'Send the METRICS_TOKEN of the server as the bearer token. If the server has none, only requests from the machine itself are answered, and only if no proxy has forwarded them.',
        response: answers({ 200: { content: { 'text/plain': { schema: MetricsText } } } }),
      },
    },
    async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8')
      return metrics.render()
    },
  )
}
