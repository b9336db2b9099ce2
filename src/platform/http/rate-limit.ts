// Token buckets shared by all nodes: `limit` tokens, refilled evenly over a minute. A node takes tokens in lots,
// so that most requests cost no statement; lots shrink as the bucket empties, down to single tokens, so what a
// node holds back is never more than a twentieth of what is left. Never more than the limit is given out.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/client.ts'
import { takeLot } from '../db/rate-buckets.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../ip-network.ts'
import type { App } from './app-types.ts'

// What a node has not used after a second goes back into the bucket with its next statement.
const LOT_LIFETIME_MS = 1_000

// Buckets of projects and addresses that went quiet are forgotten when the map grows past this.
const MOST_BUCKETS = 10_000

export type Verdict = {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}
export type RateLimiter = { take(bucket: string, limitPerMinute: number): Promise<Verdict> }

/** The bucket of whoever sends a request without a key; `purpose` keeps the limits of different routes apart. */
export const clientBucket = (purpose: string, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  `${purpose}:${networkOf(ip)}`

type Lot = {
  tokens: number
  shared: number
  takenAt: number
  blockedUntil: number
  refill: Promise<void> | undefined
}

export function createRateLimiter(db: Db): RateLimiter {
  const lots = new Map<string, Lot>()
  return {
    async take(bucket, limitPerMinute) {
      if (limitPerMinute === 0) {
        return { isAllowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
      }
      const lot = lotOf(lots, bucket)
      for (;;) {
        const now = performance.now()
        if (now < lot.blockedUntil) return verdict(lot, limitPerMinute, false)
        if (lot.tokens >= 1 && now - lot.takenAt < LOT_LIFETIME_MS) {
          lot.tokens -= 1
          return verdict(lot, limitPerMinute, true)
        }
        lot.refill ??= refill(db, lot, { bucket, limitPerMinute }).finally(() => (lot.refill = undefined))
        await lot.refill
      }
    },
  }
}

function lotOf(lots: Map<string, Lot>, bucket: string): Lot {
  let lot = lots.get(bucket)
  if (!lot) {
    if (lots.size >= MOST_BUCKETS) lots.clear()
    lots.set(bucket, (lot = { tokens: 0, shared: 0, takenAt: 0, blockedUntil: 0, refill: undefined }))
  }
  return lot
}

async function refill(
  db: Db,
  lot: Lot,
  { bucket, limitPerMinute }: { bucket: string; limitPerMinute: number },
): Promise<void> {
  const unused = lot.tokens
  lot.tokens = 0
  const { granted, tokens } = await takeLot(db, { bucket, limitPerMinute, unused })
  lot.tokens = granted
  lot.shared = tokens
  lot.takenAt = performance.now()
  const msPerToken = 60_000 / limitPerMinute
  if (granted === 0) lot.blockedUntil = lot.takenAt + (1 - tokens) * msPerToken
}

function verdict(lot: Lot, limit: number, isAllowed: boolean): Verdict {
  const remaining = Math.max(0, Math.floor(lot.tokens + lot.shared))
  return {
    isAllowed,
    remaining: isAllowed ? remaining : 0,
    resetSeconds: Math.ceil(((limit - remaining) * 60) / limit),
    retryAfterSeconds: Math.max(1, Math.ceil((lot.blockedUntil - performance.now()) / 1000)),
  }
}

/** Every answer to a valid key carries the state of its bucket; over the limit it is a 429. */
export function installRateLimit(
  app: App,
  { limiter, limitPerMinute }: { limiter: RateLimiter; limitPerMinute: number },
): void {
  if (limitPerMinute === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!request.key) return
    const result = await limiter.take(`project:${request.key.projectId}`, limitPerMinute)
    reply.headers({
      'ratelimit-limit': String(limitPerMinute),
      'ratelimit-remaining': String(result.remaining),
      'ratelimit-reset': String(result.resetSeconds),
    })
    if (!result.isAllowed) {
      throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: result.retryAfterSeconds })
    }
  })
}
