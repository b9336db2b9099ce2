// The Fastify instance with the rules for every endpoint, installed in the order in which they apply to a request: request
// id, headers, service state, CORS, key, rate limit, permission, body, validation, idempotency.
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import type { App } from './app-types.ts'
import { installAuth, installPermissions } from './access/auth.ts'
import type { KeyFinder } from './access/auth.ts'
import { createAudit } from './access/audit.ts'
import type { AuditRecorder } from './access/audit.ts'
import type { SessionFinder } from './access/session-access.ts'
import { bodyUpTo, installBodyLimits } from './body/body-limit.ts'
import { installCors } from './access/cors.ts'
import { installDocsPage } from './openapi/docs-page.ts'
import { createOriginCheck } from './access/origin-check.ts'
import { installCompression } from './replies/compression.ts'
import { isElsewhere } from '../moves/move-states.ts'
import { withDepartures } from './replies/departed-reply.ts'
import { createClientErrorReply, createErrorReply } from './replies/error-reply.ts'
import { installReplicaReads } from './replica-reads.ts'
import { installRequestTransactions } from './idempotency/idempotency.ts'
import { installJsonBodies } from './body/json-body.ts'
import { installRefusals } from './refusals.ts'
import type { PathSynonyms } from './nearest-path.ts'
import { installLifecycle, installObservation } from './observe.ts'
import type { ApiAdditions } from './openapi/openapi-document.ts'
import { installOpenApi, openApiRoutes } from './openapi/openapi.ts'
import { createTurnTakingServer } from './pipelined-requests.ts'
import { createRateLimiter, installRateLimit } from './access/rate-limit.ts'
import { replyHeaders } from './replies/reply-headers.ts'
import { installHeaderCheck } from './request-headers.ts'
import { installQueryCheck } from './request-text.ts'
import { systemRoutes } from './system-routes.ts'
import { installUploads } from './body/uploads.ts'
import { installValidation } from './validation/validate-request.ts'

const MEGABYTE = 1_048_576

// A sender that needs longer than this for one request is stuck; the largest import is the slowest legitimate one.
const REQUEST_TIMEOUT_MS = 10 * 60_000

type Options = {
  findKey: KeyFinder
  findSession: SessionFinder
  recordAudit: AuditRecorder
  addRoutes: (app: App) => void
  uploadMediaTypes: string[]
  apiAdditions: ApiAdditions
  pathSynonyms: PathSynonyms
}

export async function createServer(
  deps: Deps,
  { findKey, findSession, recordAudit, addRoutes, uploadMediaTypes, apiAdditions, pathSynonyms }: Options,
): Promise<App> {
  const { clock, config, database, lifecycle } = deps
  const replyWithError = createErrorReply(clock)
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(clock.now()),
    // One proxy: the last entry is its own and true. The client may have written the earlier ones.
    trustProxy: config.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    serverFactory: (handle, { keepAliveTimeout, requestTimeout }: FastifyServerOptions) =>
      createTurnTakingServer(handle, { keepAliveTimeout, requestTimeout }),
    return503OnClosing: false,
    clientErrorHandler: createClientErrorReply(clock),
    frameworkErrors: (error, request, reply) =>
      void replyWithError(error, request, reply.headers(replyHeaders(request.id))),
  }).withTypeProvider<ZodTypeProvider>()

  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(withDepartures(replyWithError, (projectId) => isElsewhere(database.pool, projectId)))

  const allowedBytes = bodyUpTo(config)
  installBodyLimits(app, { allowedBytes })
  const limiter = createRateLimiter(database.db)
  installObservation(app, deps)
  installHeaderCheck(app)
  installLifecycle(app, lifecycle)
  installCors(app, { dashboardOrigin: new URL(config.publicUrl).origin })
  installRefusals(app, { synonyms: pathSynonyms, docsUrl: `${config.publicUrl}/docs` })
  await installOpenApi(app, { ...apiAdditions, version: config.version, publicUrl: config.publicUrl })
  installDocsPage(app)
  installAuth(app, {
    findKey,
    findSession,
    checkOrigin: createOriginCheck(config),
    limiter,
    failuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    operator: { metricsToken: config.METRICS_TOKEN, isBehindProxy: config.TRUST_PROXY },
  })
  installRateLimit(app, { limiter, limitPerMinute: config.API_RATE_PER_MINUTE })
  installPermissions(app)
  installJsonBodies(app, { allowedBytes })
  installUploads(app, { mediaTypes: uploadMediaTypes, limitBytes: config.IMPORT_LIMIT_MB * MEGABYTE })
  installQueryCheck(app)
  installValidation(app)
  installRequestTransactions(app, {
    db: database.db,
    clock,
    poolSize: config.DATABASE_POOL_SIZE,
    audit: createAudit(app, recordAudit),
  })
  installReplicaReads(app, deps.replica)
  // After the transaction has stored the answer for repeated requests.
  installCompression(app)

  systemRoutes(app, deps)
  openApiRoutes(app)
  addRoutes(app)
  return app
}
