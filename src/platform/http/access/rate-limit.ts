// Limits shared by all nodes: never more than the limit passes in any 60 seconds. A node is granted requests in batches, so
// that most of them cost no statement; batches shrink as the minute is used up, down to single requests, so a node never
// holds back more than a twentieth of the rest.
//
// A request can leave a reserve to others: it is refused while less than that is left. Batches for such requests shrink
// towards the reserve, so close to it each request queries the database. A node learns of the use by other nodes with its
// next statement, at most half a second later.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { GRANT_LIFETIME_MS, requestGrant } from '../../db/rate-windows.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../../addresses/ip-network.ts'
import type { App } from '../app-types.ts'
import { isSecondHalf } from '../inner-calls/inner-call.ts'

// With this many keys a node drops the oldest: it loses a batch, the rest is in the database.
const MOST_KEYS = 10_000

// Public keys are in web pages, where anyone can read them: this share of a project's limit is for its servers alone.
const SHARE_OF_SECRET_KEYS = 0.5

export type RateDecision = {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}
export type RateLimiter = {
  /**
   * @param key requests with the same key are counted together
   * @param reserve requests left to others; with fewer left the request is refused
   */
  consume(key: string, limitPerMinute: number, reserve?: number): Promise<RateDecision>
}

/** The key for requests without an API key; `purpose` separates the limits of different routes. */
export const clientKey = (purpose: string, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  `${purpose}:${networkOf(ip)}`

/**
 * The requests granted to this node. Times are those of this node, and earlier than the moment of the grant in the
 * database.
 */
type Batch = {
  requests: number
  slot: number
  /** Requests left in the minute besides the batch. */
  left: number
  requestedAt: number
  /** No request passes before `emptyUntil`, and none that leaves a reserve before `reserveUntil`. */
  emptyUntil: number
  reserveUntil: number
  refill: Promise<void> | undefined
}
type Limit = { key: string; limitPerMinute: number; reserve: number }

export function createRateLimiter(db: Db): RateLimiter {
  const batches = new Map<string, Batch>()
  return {
    async consume(key, limitPerMinute, reserve = 0) {
      if (limitPerMinute === 0) {
        return { isAllowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
      }
      const limit = { key, limitPerMinute, reserve: Math.ceil(reserve) }
      const batch = batchOf(batches, key)
      for (;;) {
        const now = performance.now()
        const blockedUntil = reserve > 0 ? Math.max(batch.emptyUntil, batch.reserveUntil) : batch.emptyUntil
        if (now < blockedUntil) return decisionOf(batch, blockedUntil - now)
        if (!leaves(batch, limit) || now - batch.requestedAt >= GRANT_LIFETIME_MS) {
          batch.refill ??= refill(db, batch, limit).finally(() => (batch.refill = undefined))
          await batch.refill
          // A request that has waited for a slow database passes, however late the grant came.
          if (!leaves(batch, limit)) continue
        }
        batch.requests -= 1
        return decisionOf(batch)
      }
    },
  }
}

/** Whether a request can pass and leave its reserve, as far as this node knows. */
const leaves = ({ requests, left }: Batch, { reserve }: Limit): boolean =>
  requests >= 1 && requests + left >= reserve

function batchOf(batches: Map<string, Batch>, key: string): Batch {
  const known = batches.get(key)
  if (known) return known
  const [oldest] = batches.keys()
  if (batches.size >= MOST_KEYS && oldest !== undefined) batches.delete(oldest)
  const batch: Batch = {
    requests: 0,
    slot: 0,
    left: 0,
    requestedAt: -GRANT_LIFETIME_MS,
    emptyUntil: 0,
    reserveUntil: 0,
    refill: undefined,
  }
  batches.set(key, batch)
  return batch
}

async function refill(db: Db, batch: Batch, limit: Limit): Promise<void> {
  const unused = batch.requests
  batch.requests = 0
  const requestedAt = performance.now()
  const { granted, left, slot, waitMs } = await requestGrant(db, { ...limit, unused, unusedSlot: batch.slot })
  Object.assign(batch, { requests: granted, left, slot, requestedAt })
  if (granted === 0) batch[limit.reserve > 0 ? 'reserveUntil' : 'emptyUntil'] = performance.now() + waitMs
}

// This request is the newest of the minute: once it no longer counts, no earlier one does.
const ALL_BACK_SECONDS = 61

/** @param waitMs time until a request like this one passes, if it does not */
function decisionOf({ requests, left }: Batch, waitMs?: number): RateDecision {
  if (waitMs === undefined) {
    return {
      isAllowed: true,
      remaining: requests + left,
      resetSeconds: ALL_BACK_SECONDS,
      retryAfterSeconds: 0,
    }
  }
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return { isAllowed: false, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
}

const PUBLIC_SHARE_USED =
  'Too many requests. A public key is refused while less than half of the requests per minute of the project are left.'

/** Every response to a valid key has the remaining requests of the minute; over the limit it is a 429. */
export function installRateLimit(
  app: App,
  { limiter, limitPerMinute }: { limiter: RateLimiter; limitPerMinute: number },
): void {
  if (limitPerMinute === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!request.key || isSecondHalf(request)) return
    const { projectId, kind } = request.key
    const reserve = kind === 'public' ? limitPerMinute * SHARE_OF_SECRET_KEYS : 0
    const result = await limiter.consume(`project:${projectId}`, limitPerMinute, reserve)
    reply.headers({
      'ratelimit-limit': String(limitPerMinute),
      'ratelimit-remaining': String(result.remaining),
      'ratelimit-reset': String(result.resetSeconds),
    })
    if (!result.isAllowed) {
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        retryAfterSeconds: result.retryAfterSeconds,
        ...(kind === 'public' && { message: PUBLIC_SHARE_USED }),
      })
    }
  })
}
