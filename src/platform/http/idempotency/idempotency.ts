// The transaction of a request that needs one: with an Idempotency-Key, its effects and stored answer are committed
// together; with an entry in the audit log, its effects and that row. It is opened here and committed just before the
// response is sent. Handlers and services use request.db as always. Those that first work elsewhere (config.beginsLate) use
// request.late and open the transaction themselves afterwards.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/failures/deadlock-retry.ts'
import type { StoredAnswer } from '../../db/transactions/idempotency-keys.ts'
import { createIdempotencyDeps, IdempotentTransaction } from '../../db/transactions/idempotent-transaction.ts'
import type { IdempotencyOptions } from '../../db/transactions/idempotent-transaction.ts'
import type { LateDb } from '../../db/transactions/late-db.ts'
import { RequestTransaction } from '../../db/transactions/request-transaction.ts'
import { AppError } from '../../errors.ts'
import type { Audit } from '../access/audit.ts'
import type { App } from '../app-types.ts'
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.schema.ts'

const METHODS = new Set(['POST', 'PATCH', 'DELETE'])
const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN)

export function installRequestTransactions(
  app: App,
  { audit, ...options }: IdempotencyOptions & { audit: Audit },
): void {
  const { db } = options
  const deps = createIdempotencyDeps(options)
  app.decorateRequest('transaction', undefined)
  app.decorateRequest('bodyDigest', undefined)
  app.decorateRequest('db', { getter: dbOf(db) })
  app.decorateRequest('late', { getter: lateDbOf(db) })

  const transactionFor = (request: FastifyRequest): RequestTransaction | undefined => {
    const { beginsLate: isLate = false, forwards } = request.routeOptions.config
    if (forwards) return undefined
    const key = keyOf(request)
    if (key !== undefined) {
      const idempotent = { projectId: request.projectId, key, fingerprint: fingerprintOf(request) }
      return new IdempotentTransaction(deps, idempotent, { isLate })
    }
    if (audit.actionOf(request) === undefined) return undefined
    return new RequestTransaction(deps, request.projectId, { isLate })
  }

  app.addHook('preHandler', async (request, reply) => {
    const transaction = transactionFor(request)
    if (!transaction) return undefined
    // Assigned before anything can fail, so that a failure ends the transaction.
    request.transaction = transaction
    const stored = await transaction.prepare()
    if (!stored) return undefined
    request.transaction = undefined
    await transaction.end()
    return replay(reply, stored)
  })

  // Runs a handler again after a deadlock. All its writes are rolled back, which also releases the locks, and a response is
  // sent only after the handler has returned.
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const { transaction } = request
      if (!transaction) return handler.call(this, request, reply)
      const run = async (): Promise<unknown> => handler.call(this, request, reply)
      return retryDeadlocks(run, { undo: () => transaction.undo() })
    }
  })

  app.addHook('onError', async (request, _reply, error) => {
    if (request.transaction && error instanceof AppError) request.transaction.refusedWith = error.code
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { transaction } = request
    if (!transaction) return payload
    // Cleared first: if the commit fails, the error's own response must not come back here.
    request.transaction = undefined
    const { refusedWith } = transaction
    const isDone = refusedWith === undefined && reply.statusCode < 300
    const isKept = isDone || (refusedWith !== undefined && transaction.isStoredRefusal(refusedWith))
    try {
      if (!isKept) return payload
      if (isDone) await audit.record(request, transaction)
      const body = withoutSecrets(payload, isDone ? request.routeOptions.config.secretFields : undefined)
      await transaction.commit({ status: reply.statusCode, body })
    } finally {
      await transaction.end()
    }
    return payload
  })
}

function dbOf(db: Db) {
  return function (this: FastifyRequest) {
    return this.transaction?.trx ?? this.replica ?? db
  }
}

function lateDbOf(db: Db) {
  return function (this: FastifyRequest): LateDb {
    const { transaction } = this
    return {
      db,
      begin: async () => transaction?.begin() ?? db,
      rollback: async () => transaction?.rollback(),
    }
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  const isOfProject = request.key !== undefined || request.member !== undefined
  if (key === undefined || !isOfProject || !METHODS.has(request.method)) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return key
  throw new AppError('BAD_REQUEST', {
    message: 'The Idempotency-Key must be 1 to 255 printable ASCII characters.',
    suggestion: 'A random UUID is a good key.',
  })
}

/** Method, path, query and body: reusing the key for anything else is a mistake of the caller. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`)
  return hash.update(request.bodyDigest ?? Buffer.alloc(0)).digest()
}

function replay(reply: FastifyReply, { status, body }: StoredAnswer): FastifyReply {
  reply.code(status).header('idempotency-replayed', 'true')
  return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
}

function withoutSecrets(payload: unknown, secretFields: readonly string[] | undefined): string | null {
  const text = typeof payload === 'string' && payload !== '' ? payload : null
  if (text === null || secretFields === undefined) return text
  const hidden = Object.fromEntries(secretFields.map((field) => [field, null]))
  return JSON.stringify({ ...(JSON.parse(text) as object), ...hidden })
}
