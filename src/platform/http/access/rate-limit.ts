// Limits shared by all nodes. A node takes tokens in batches, so that most requests cost no statement; batches shrink as the
// bucket empties, down to single tokens, so a node never holds back more than a twentieth of what is left. Never more
// than the limit is given out.
//
// A request can leave a reserve to others: it is refused while less than that is in the bucket. Batches for such requests
// shrink towards the reserve, so close to it each of them asks the database. A node learns what other nodes have taken
// with its next statement, at most a second later.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { takeBatch } from '../../db/rate-buckets.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../../addresses/ip-network.ts'
import type { App } from '../app-types.ts'

// What a node has not used after a second goes back into the bucket with its next statement.
const BATCH_LIFETIME_MS = 1_000

// A node that knows this many buckets forgets the one it has known longest: a batch is lost, the rest is in the database.
const MOST_BUCKETS = 10_000

// Public keys stand in web pages, where anyone can read them: this share of a project's limit is for its servers alone.
const SHARE_OF_SECRET_KEYS = 0.5

export type RateDecision = {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}
export type RateLimiter = {
  /** @param reserve tokens that are left to others; with less than this in the bucket the request is refused */
  take(bucket: string, limitPerMinute: number, reserve?: number): Promise<RateDecision>
}

/** The bucket of whoever sends a request without a key; `purpose` keeps the limits of different routes apart. */
export const clientBucket = (purpose: string, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  `${purpose}:${networkOf(ip)}`

type Batch = {
  tokens: number
  /** What was left in the bucket when the batch was taken. */
  shared: number
  takenAt: number
  /** No request passes before this time; and none that leaves a reserve before that. */
  emptyUntil: number
  reserveUntil: number
  refill: Promise<void> | undefined
}
type Limit = { bucket: string; limitPerMinute: number; reserve: number }

export function createRateLimiter(db: Db): RateLimiter {
  const batches = new Map<string, Batch>()
  return {
    async take(bucket, limitPerMinute, reserve = 0) {
      if (limitPerMinute === 0) {
        return { isAllowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
      }
      const limit = { bucket, limitPerMinute, reserve }
      const batch = batchOf(batches, bucket)
      for (;;) {
        const now = performance.now()
        const blockedUntil = reserve > 0 ? Math.max(batch.emptyUntil, batch.reserveUntil) : batch.emptyUntil
        if (now < blockedUntil) return decisionOf(batch, limit, blockedUntil - now)
        if (batch.tokens < 1 || now - batch.takenAt >= BATCH_LIFETIME_MS) {
          batch.refill ??= refill(db, batch, limit).finally(() => (batch.refill = undefined))
          await batch.refill
        } else if (levelOf(batch, limit, now) < reserve) {
          batch.reserveUntil = now + (reserve - levelOf(batch, limit, now)) * msPerToken(limit)
        } else {
          batch.tokens -= 1
          return decisionOf(batch, limit)
        }
      }
    },
  }
}

function batchOf(batches: Map<string, Batch>, bucket: string): Batch {
  const known = batches.get(bucket)
  if (known) return known
  const [oldest] = batches.keys()
  if (batches.size >= MOST_BUCKETS && oldest !== undefined) batches.delete(oldest)
  const batch = { tokens: 0, shared: 0, takenAt: 0, emptyUntil: 0, reserveUntil: 0, refill: undefined }
  batches.set(bucket, batch)
  return batch
}

async function refill(db: Db, batch: Batch, limit: Limit): Promise<void> {
  const unused = batch.tokens
  batch.tokens = 0
  const { granted, tokens } = await takeBatch(db, { ...limit, unused })
  batch.tokens = granted
  batch.shared = tokens
  batch.takenAt = performance.now()
  if (granted > 0) return
  batch.emptyUntil = batch.takenAt + (1 - tokens) * msPerToken(limit)
  if (limit.reserve > 0) batch.reserveUntil = batch.takenAt + (limit.reserve - tokens) * msPerToken(limit)
}

const msPerToken = ({ limitPerMinute }: Limit) => 60_000 / limitPerMinute

/** What is in the bucket as far as this node knows, its own batch included. */
const levelOf = ({ tokens, shared, takenAt }: Batch, limit: Limit, now: number) =>
  Math.min(limit.limitPerMinute, tokens + shared + (now - takenAt) / msPerToken(limit))

function decisionOf(batch: Batch, { limitPerMinute }: Limit, waitMs?: number): RateDecision {
  const remaining = Math.max(0, Math.floor(batch.tokens + batch.shared))
  const isAllowed = waitMs === undefined
  return {
    isAllowed,
    remaining: isAllowed ? remaining : 0,
    resetSeconds: Math.ceil(((limitPerMinute - remaining) * 60) / limitPerMinute),
    retryAfterSeconds: Math.max(1, Math.ceil((waitMs ?? 0) / 1000)),
  }
}

const PUBLIC_SHARE_USED =
  'Too many requests. A public key is refused while less than half of the requests per minute of the project are left.'

/** Every answer to a valid key carries the state of its bucket; over the limit it is a 429. */
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
