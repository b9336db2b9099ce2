// Limits shared by all nodes: never more than the limit passes in any 60 seconds. A node is granted requests in batches, so that
// most of them cost no statement; batches shrink as the minute is used up, down to single requests, so a node never holds back
// more than a twentieth of what is left.
//
// A request can leave a reserve to others: it is refused while less than that is left. Batches for such requests
// shrink towards the reserve, so close to it each of them asks the database. A node learns what other nodes have used
// with its next statement, at most half a second later.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { GRANT_LIFETIME_MS, requestGrant } from '../../db/rate-windows.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../../addresses/ip-network.ts'
import type { App } from '../app-types.ts'

// A node that knows this many keys forgets the one it has known longest: a batch is lost, the rest is in the database.
const MOST_KEYS = 10_000

// Public keys stand in web pages, where anyone can read them: this share of a project's limit is for its servers alone.
const SHARE_OF_SECRET_KEYS = 0.5

export type RateDecision = {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}
export type RateLimiter = {
  /**
   * @param key what is counted together
   * @param reserve requests that are left to others; with less than this left the request is refused
   */
  take(key: string, limitPerMinute: number, reserve?: number): Promise<RateDecision>
}

/** For whoever sends a request without a key; `purpose` keeps the limits of different routes apart. */
export const clientKey = (purpose: string, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  `${purpose}:${networkOf(ip)}`

/** What this node was granted. Times are those of this node, and earlier than the moment at which the database granted it. */
type Batch = {
  requests: number
  slot: number
  /** What was left in the minute beside the batch. */
  left: number
  askedAt: number
  /** No request passes before this time; and none that leaves a reserve before that. */
  emptyUntil: number
  reserveUntil: number
  refill: Promise<void> | undefined
}
type Limit = { key: string; limitPerMinute: number; reserve: number }

export function createRateLimiter(db: Db): RateLimiter {
  const batches = new Map<string, Batch>()
  return {
    async take(key, limitPerMinute, reserve = 0) {
      if (limitPerMinute === 0) {
        return { isAllowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
      }
      const limit = { key, limitPerMinute, reserve: Math.ceil(reserve) }
      const batch = batchOf(batches, key)
      for (;;) {
        const now = performance.now()
        const blockedUntil = reserve > 0 ? Math.max(batch.emptyUntil, batch.reserveUntil) : batch.emptyUntil
        if (now < blockedUntil) return decisionOf(batch, blockedUntil - now)
        if (!leaves(batch, limit) || now - batch.askedAt >= GRANT_LIFETIME_MS) {
          batch.refill ??= refill(db, batch, limit).finally(() => (batch.refill = undefined))
          await batch.refill
          // A request that has waited for a slow database passes, however late the answer came.
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
    askedAt: -GRANT_LIFETIME_MS,
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
  const askedAt = performance.now()
  const { granted, left, slot, waitMs } = await requestGrant(db, { ...limit, unused, unusedSlot: batch.slot })
  Object.assign(batch, { requests: granted, left, slot, askedAt })
  if (granted === 0) batch[limit.reserve > 0 ? 'reserveUntil' : 'emptyUntil'] = performance.now() + waitMs
}

// This request is the newest of the minute: once it no longer counts, none of those before it does.
const ALL_BACK_SECONDS = 61

/** @param waitMs until a request like this one passes again, if it does not */
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

/** Every answer to a valid key says what is left of the minute; over the limit it is a 429. */
export function installRateLimit(
  app: App,
  { limiter, limitPerMinute }: { limiter: RateLimiter; limitPerMinute: number },
): void {
  if (limitPerMinute === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!request.key) return
    const { projectId, kind } = request.key
    const reserve = kind === 'public' ? limitPerMinute * SHARE_OF_SECRET_KEYS : 0
    const result = await limiter.take(`project:${projectId}`, limitPerMinute, reserve)
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
