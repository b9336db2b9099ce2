// Idempotency-Key on every POST, PATCH and DELETE. A request that carries one runs in a transaction opened here:
// its effect and its stored answer are committed together, just before the answer is sent. Handlers and services
// notice nothing; they use request.db as always. Those that work elsewhere first (config.beginsLate) use request.late
// and open the transaction themselves, when the work is done.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/failures/deadlock-retry.ts'
import type { StoredAnswer } from '../../db/idempotency-keys.ts'
import { createIdempotentParts, IdempotentWork } from '../../db/idempotent-work.ts'
import type { IdempotencyOptions } from '../../db/idempotent-work.ts'
import type { LateDb } from '../../db/late-db.ts'
import { AppError } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import type { App } from '../app-types.ts'
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.schema.ts'

const METHODS = new Set(['POST', 'PATCH', 'DELETE'])
const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN)

// The 4xx that records decided: repeating the request would decide the same, so the answer is kept. What the
// request itself got wrong (422, 413, a bad key) is not: the caller fixes it and tries again with the same key.
const STORED_REFUSALS = new Set<ErrorCode>([
  'CONTACT_NOT_FOUND',
  'TEMPLATE_NOT_FOUND',
  'SEGMENT_NOT_FOUND',
  'CAMPAIGN_NOT_FOUND',
  'WORKFLOW_NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
  'DOMAIN_NOT_VERIFIED',
  'INVALID_STATE',
  'CONFLICT',
  'RESOURCE_IN_USE',
])

export function installIdempotency(app: App, given: IdempotencyOptions): void {
  const { db } = given
  const parts = createIdempotentParts(given)
  app.decorateRequest('idempotentWork', undefined)
  app.decorateRequest('bodyDigest', undefined)
  app.decorateRequest('db', { getter: dbOf(db) })
  app.decorateRequest('late', { getter: lateDbOf(db) })

  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined) return undefined
    const { projectId, routeOptions } = request
    const isLate = routeOptions.config.beginsLate ?? false
    const work = new IdempotentWork(
      parts,
      { projectId, key, fingerprint: fingerprintOf(request) },
      { isLate },
    )
    // Known from here on, so that whatever fails ends it.
    request.idempotentWork = work
    const stored = await work.prepare()
    if (!stored) return undefined
    request.idempotentWork = undefined
    await work.end()
    return replay(reply, stored)
  })

  // Runs a handler again whose transaction ended in a deadlock. Nothing of it is left behind: all it wrote is undone,
  // which also lets go of the locks, and an answer is sent only after the handler has returned.
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work = request.idempotentWork
      if (!work) return handler.call(this, request, reply)
      const run = async (): Promise<unknown> => handler.call(this, request, reply)
      return retryDeadlocks(run, { undo: () => work.undo() })
    }
  })

  app.addHook('onError', async (request, _reply, error) => {
    if (request.idempotentWork && error instanceof AppError) request.idempotentWork.refusedWith = error.code
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const work = request.idempotentWork
    if (!work) return payload
    // Taken off first: if the commit fails, the error's own answer must not come back here.
    request.idempotentWork = undefined
    const { refusedWith } = work
    const isKept = refusedWith === undefined ? reply.statusCode < 300 : STORED_REFUSALS.has(refusedWith)
    if (!isKept) await work.end()
    else {
      const body = withoutSecrets(payload, request.routeOptions.config.secretFields)
      await work.commit({ status: reply.statusCode, body })
    }
    return payload
  })
}

function dbOf(db: Db) {
  return function (this: FastifyRequest) {
    return this.idempotentWork?.trx ?? db
  }
}

function lateDbOf(db: Db) {
  return function (this: FastifyRequest): LateDb {
    const work = this.idempotentWork
    return { db, begin: async () => work?.begin() ?? db, giveUp: async () => work?.giveUp() }
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

/** Method, path, query and body: the same key for anything else is a mistake of the caller. */
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
