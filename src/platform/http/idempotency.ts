// Idempotency-Key on every POST, PATCH and DELETE. A request that carries one runs in a transaction opened here:
// its effect and its stored answer are committed together, just before the answer is sent. Handlers and services
// notice nothing; they use request.db as always.
//
// The transaction holds an advisory lock on the key, because the row of a first request that is still running
// cannot be seen: a second request that does not get the lock is told that the first is in progress.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/client.ts'
import { retryDeadlocks } from '../db/deadlock-retry.ts'
import { findStoredAnswer, storeAnswer } from '../db/idempotency-keys.ts'
import type { StoredAnswer } from '../db/idempotency-keys.ts'
import { AppError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import type { App, IdempotentWork } from './app-types.ts'
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.schema.ts'

const METHODS = new Set(['POST', 'PATCH', 'DELETE'])
const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN)

// The 4xx that records decided: repeating the request would decide the same, so the answer is kept. What the
// request itself got wrong (422, 413, a bad key) is not: the caller mends it and tries again with the same key.
const STORED_REFUSALS = new Set<ErrorCode>([
  'CONTACT_NOT_FOUND',
  'TEMPLATE_NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
  'DOMAIN_NOT_VERIFIED',
  'INVALID_STATE',
  'CONFLICT',
  'RESOURCE_IN_USE',
])

export function installIdempotency(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.decorateRequest('idempotentWork', undefined)
  app.decorateRequest('bodyDigest', undefined)
  app.decorateRequest('db', { getter: dbOf(db) })

  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined) return undefined
    const work = request.routeOptions.config.waitsOutside
      ? { trx: undefined, key, fingerprint: fingerprintOf(request), isReplay: false }
      : await begin(db, request, key)
    request.idempotentWork = work
    const stored = await findStoredAnswer(work.trx ?? db, {
      projectId: request.projectId,
      key,
      now: clock.now(),
    })
    if (!stored) return undefined
    if (!stored.fingerprint.equals(work.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    work.isReplay = true
    return replay(reply, stored)
  })

  // Runs a handler again whose transaction ended in a deadlock. Nothing of it is left behind: all it wrote is undone by
  // the savepoint, which also lets go of the locks, and an answer is sent only after the handler has returned.
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const trx = request.idempotentWork?.trx
      if (!trx) return handler.call(this, request, reply)
      const run = async (): Promise<unknown> => handler.call(this, request, reply)
      return retryDeadlocks(run, { undo: () => trx.rollbackToSavepoint('before_work').execute() })
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
    await finish(work, request, { status: reply.statusCode, payload, db, clock })
    return payload
  })
}

function dbOf(db: Db) {
  return function (this: FastifyRequest) {
    return this.idempotentWork?.trx ?? db
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !request.key || !METHODS.has(request.method)) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return key
  throw new AppError('BAD_REQUEST', {
    message: 'The Idempotency-Key must be 1 to 255 printable ASCII characters.',
    suggestion: 'A random UUID is a good key.',
  })
}

async function begin(db: Db, request: FastifyRequest, key: string): Promise<IdempotentWork> {
  const trx = await db.startTransaction().execute()
  try {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${request.projectId} ${key}`}, 0)) as locked`.execute(
      trx,
    )
    if (rows[0]?.locked !== true) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
    const saved = await trx.savepoint('before_work').execute()
    return { trx: saved, key, fingerprint: fingerprintOf(request), isReplay: false }
  } catch (error) {
    await abandon(trx)
    throw error
  }
}

/** Gives the transaction up. On a connection that is lost that fails, but then the database has done it already. */
async function abandon(trx: { rollback(): { execute(): Promise<void> } }): Promise<void> {
  await trx
    .rollback()
    .execute()
    .catch(() => undefined)
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

type Answer = { status: number; payload: unknown; db: Db; clock: Clock }

async function finish(work: IdempotentWork, request: FastifyRequest, answer: Answer): Promise<void> {
  const { trx, refusedWith } = work
  const isDone = refusedWith === undefined && answer.status < 300
  const isStoredRefusal = refusedWith !== undefined && STORED_REFUSALS.has(refusedWith)
  if (work.isReplay || !(isDone || isStoredRefusal)) return trx && abandon(trx)
  try {
    if (isStoredRefusal) await trx?.rollbackToSavepoint('before_work').execute()
    await storeAnswer(trx ?? answer.db, {
      projectId: request.projectId,
      key: work.key,
      fingerprint: work.fingerprint,
      status: answer.status,
      body: withoutSecrets(answer.payload, request.routeOptions.config.secretFields),
      now: answer.clock.now(),
    })
    await trx?.commit().execute()
  } catch (error) {
    if (trx) await abandon(trx)
    throw error
  }
}

function withoutSecrets(payload: unknown, secretFields: readonly string[] | undefined): string | null {
  const text = typeof payload === 'string' && payload !== '' ? payload : null
  if (text === null || secretFields === undefined) return text
  const hidden = Object.fromEntries(secretFields.map((field) => [field, null]))
  return JSON.stringify({ ...(JSON.parse(text) as object), ...hidden })
}
