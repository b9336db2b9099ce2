// Limits shared by all nodes. A node takes tokens in lots, so that most requests cost no statement; lots shrink as the
// bucket empties, down to single tokens, so a node never holds back more than a twentieth of what is left. Never more
// than the limit is given out.
//
// A request can leave a reserve to others: it is refused while less than that is in the bucket. Lots for such requests
// shrink towards the reserve, so close to it each of them asks the database. A node learns what other nodes have taken
// with its next statement, at most a second later.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/client.ts'
import { takeLot } from '../../db/rate-buckets.ts'
import { AppError } from '../../errors.ts'
import { networkOf } from '../../addresses/ip-network.ts'
import type { App } from '../app-types.ts'

// What a node has not used after a second goes back into the bucket with its next statement.
const LOT_LIFETIME_MS = 1_000

// A node that knows this many buckets forgets the one it has known longest: a lot is lost, the rest is in the database.
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

type Lot = {
  tokens: number
  /** What was left in the bucket when the lot was taken. */
  shared: number
  takenAt: number
  /** No request passes before this time; and none that leaves a reserve before that. */
  emptyUntil: number
  reserveUntil: number
  refill: Promise<void> | undefined
}
type Limit = { bucket: string; limitPerMinute: number; reserve: number }

export function createRateLimiter(db: Db): RateLimiter {
  const lots = new Map<string, Lot>()
  return {
    async take(bucket, limitPerMinute, reserve = 0) {
      if (limitPerMinute === 0) {
        return { isAllowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
      }
      const limit = { bucket, limitPerMinute, reserve }
      const lot = lotOf(lots, bucket)
      for (;;) {
        const now = performance.now()
        const blockedUntil = reserve > 0 ? Math.max(lot.emptyUntil, lot.reserveUntil) : lot.emptyUntil
        if (now < blockedUntil) return decisionOf(lot, limit, blockedUntil - now)
        if (lot.tokens < 1 || now - lot.takenAt >= LOT_LIFETIME_MS) {
          lot.refill ??= refill(db, lot, limit).finally(() => (lot.refill = undefined))
          await lot.refill
        } else if (levelOf(lot, limit, now) < reserve) {
          lot.reserveUntil = now + (reserve - levelOf(lot, limit, now)) * msPerToken(limit)
        } else {
          lot.tokens -= 1
          return decisionOf(lot, limit)
        }
      }
    },
  }
}

function lotOf(lots: Map<string, Lot>, bucket: string): Lot {
  const known = lots.get(bucket)
  if (known) return known
  const [oldest] = lots.keys()
  if (lots.size >= MOST_BUCKETS && oldest !== undefined) lots.delete(oldest)
  const lot = { tokens: 0, shared: 0, takenAt: 0, emptyUntil: 0, reserveUntil: 0, refill: undefined }
  lots.set(bucket, lot)
  return lot
}

async function refill(db: Db, lot: Lot, limit: Limit): Promise<void> {
  const unused = lot.tokens
  lot.tokens = 0
  const { granted, tokens } = await takeLot(db, { ...limit, unused })
  lot.tokens = granted
  lot.shared = tokens
  lot.takenAt = performance.now()
  if (granted > 0) return
  lot.emptyUntil = lot.takenAt + (1 - tokens) * msPerToken(limit)
  if (limit.reserve > 0) lot.reserveUntil = lot.takenAt + (limit.reserve - tokens) * msPerToken(limit)
}

const msPerToken = ({ limitPerMinute }: Limit) => 60_000 / limitPerMinute

/** What is in the bucket as far as this node knows, its own lot included. */
const levelOf = ({ tokens, shared, takenAt }: Lot, limit: Limit, now: number) =>
  Math.min(limit.limitPerMinute, tokens + shared + (now - takenAt) / msPerToken(limit))

function decisionOf(lot: Lot, { limitPerMinute }: Limit, waitMs?: number): RateDecision {
  const remaining = Math.max(0, Math.floor(lot.tokens + lot.shared))
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
