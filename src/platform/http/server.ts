// The Fastify instance with the rules that are common to every endpoint, installed in the order in which a request
// meets them: request id, service state, CORS, key, request limit, permission, body, validation, idempotency.
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { App } from './app-types.ts'
import { installAuth, installPermissions } from './auth.ts'
import type { KeyFinder } from './auth.ts'
import { installCors } from './cors.ts'
import { createClientErrorReply, createErrorReply } from './error-reply.ts'
import { installIdempotency } from './idempotency.ts'
import { installJsonBodies } from './json-body.ts'
import { collectMethods } from './methods.ts'
import { installLifecycle, installObservation } from './observe.ts'
import { installOpenApi, openApiRoutes } from './openapi.ts'
import { createRateLimiter, installRateLimit } from './rate-limit.ts'
import { installQueryCheck } from './request-text.ts'
import { systemRoutes } from './system-routes.ts'
import { installUploads } from './uploads.ts'
import { validatorCompiler } from './validation.ts'

const MEGABYTE = 1_048_576

// A sender that needs longer than this for one request is not sending; the largest import is the slowest honest one.
const REQUEST_TIMEOUT_MS = 10 * 60_000

type Options = { findKey: KeyFinder; addRoutes: (app: App) => void; uploadMediaTypes: string[] }

export async function createServer(
  deps: Deps,
  { findKey, addRoutes, uploadMediaTypes }: Options,
): Promise<App> {
  const { clock, config, database, lifecycle, metrics } = deps
  const replyWithError = createErrorReply(clock)
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(clock.now()),
    // One proxy: its entry, the last, is true. What stands before it, the client may have written.
    trustProxy: config.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    clientErrorHandler: createClientErrorReply(clock),
    frameworkErrors: (error, request, reply) =>
      void replyWithError(error, request, reply.header('x-request-id', request.id)),
  }).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler(refuseUnknownPath)

  const limiter = createRateLimiter(database.db)
  installObservation(app, { metrics })
  installLifecycle(app, lifecycle)
  installCors(app, { dashboardOrigin: new URL(config.publicUrl).origin })
  // Before the body is read, which the handler for unknown paths would wait for.
  app.addHook('onRequest', async (request) => (request.is404 ? refuseUnknownPath() : undefined))
  await installOpenApi(app, { version: config.version, publicUrl: config.publicUrl })
  installAuth(app, {
    findKey,
    limiter,
    failuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    operator: { metricsToken: config.METRICS_TOKEN, isBehindProxy: config.TRUST_PROXY },
  })
  installRateLimit(app, { limiter, limitPerMinute: config.API_RATE_PER_MINUTE })
  installPermissions(app)
  installJsonBodies(app, { limitBytes: config.JSON_LIMIT_MB * MEGABYTE })
  installUploads(app, { mediaTypes: uploadMediaTypes, limitBytes: config.IMPORT_LIMIT_MB * MEGABYTE })
  installQueryCheck(app)
  installIdempotency(app, { db: database.db, clock })

  const addOtherMethods = collectMethods(app)
  systemRoutes(app, deps)
  openApiRoutes(app)
  addRoutes(app)
  addOtherMethods()
  return app
}

function refuseUnknownPath(): never {
  throw new AppError('RESOURCE_NOT_FOUND')
}
