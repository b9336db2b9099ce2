// The server of a node without an API, on HEALTH_PORT: liveness, readiness and metrics. It serves no data of a project, so
// it needs no keys.
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { isOperator, OPERATOR_REFUSAL } from './access/operator-access.ts'
import type { App } from './app-types.ts'
import { installObservation } from './observe.ts'
import { createClientErrorReply, createErrorReply } from './replies/error-reply.ts'
import { systemRoutes } from './system-routes.ts'

export function createHealthServer(deps: Deps): App {
  const { clock, config } = deps
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(clock.now()),
    clientErrorHandler: createClientErrorReply(clock),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(createErrorReply(clock))
  app.setNotFoundHandler(() => {
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: 'This port serves /health, /ready and /metrics only.',
      suggestion: 'The API is on PORT of the nodes with the role api or all.',
    })
  })
  app.decorateRequest('key', undefined)
  installObservation(app, deps)
  const operator = { metricsToken: config.METRICS_TOKEN, isBehindProxy: config.TRUST_PROXY }
  app.addHook('onRequest', async (request) => {
    const isClosed = request.routeOptions.config.access === 'operator' && !isOperator(request, operator)
    if (isClosed) throw new AppError('MISSING_AUTH', OPERATOR_REFUSAL)
  })
  systemRoutes(app, deps)
  return app
}
