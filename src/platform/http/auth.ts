// Key to project and scope. Who owns a key is the projects feature's business: it is handed in as KeyFinder.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { ProjectId } from '../ids.ts'
import type { Access, App, AuthenticatedKey, KeyScope } from './app-types.ts'
import { clientBucket } from './rate-limit.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Finds a living key by its digest and notes that it was used; undefined for unknown, expired and revoked ones. */
export type KeyFinder = (digest: Buffer) => Promise<AuthenticatedKey | undefined>

export const keyDigest = (key: string): Buffer => hash('sha256', key, 'buffer')

// What a scope opens. `send` is the three /v1 calls, track among them.
const OPENS: Record<KeyScope, readonly Access[]> = {
  full: ['full', 'read', 'send', 'track', 'operator'],
  send: ['send', 'track', 'operator'],
  read: ['read', 'operator'],
  track: ['track'],
}

type Options = { findKey: KeyFinder; limiter: RateLimiter; failuresPerMinute: number }

export function installAuth(app: App, options: Options): void {
  app.decorateRequest('key', undefined)
  app.decorateRequest('projectId', { getter: projectIdOf })
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) {
      throw new Error(
        `route ${String(route.method)} ${route.url} does not say who may call it (config.access)`,
      )
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'open') return
    if (access === 'operator' && isFromThisMachine(request)) return
    request.key = await authenticate(request, reply, options)
  })
}

/** After authentication and the request limit: what the key may do. */
export function installPermissions(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { key } = request
    const access = request.routeOptions.config.access
    if (!key || access === undefined) return done()
    if (key.isProjectDisabled) return done(new AppError('PROJECT_DISABLED'))
    done(key.scopes.some((scope) => OPENS[scope].includes(access)) ? undefined : forbidden(key, access))
  })
}

function projectIdOf(this: FastifyRequest): ProjectId {
  if (!this.key) {
    throw new Error(`${this.method} ${this.url} has no project: its access is not bound to a key`)
  }
  return this.key.projectId
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findKey, limiter, failuresPerMinute }: Options,
): Promise<AuthenticatedKey> {
  const header = request.headers.authorization
  if (header === undefined || header === '') throw challenge(reply, new AppError('MISSING_AUTH'))
  const [, key] = /^Bearer +([\x21-\x7e]+) *$/i.exec(header) ?? []
  if (key === undefined) {
    throw challenge(
      reply,
      new AppError('MISSING_AUTH', { message: 'The Authorization header is not of the form: Bearer <key>.' }),
    )
  }
  const found = await findKey(keyDigest(key))
  if (found) return found
  // Counted per client network, and only for wrong keys: guessing gets slow, and a good key always works.
  const verdict = await limiter.take(clientBucket('auth', request), failuresPerMinute)
  if (!verdict.isAllowed) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many requests with a wrong API key.',
      retryAfterSeconds: verdict.retryAfterSeconds,
    })
  }
  throw challenge(reply, new AppError('INVALID_API_KEY'))
}

/** RFC 9110, section 11.6.1: a 401 names the scheme. */
function challenge(reply: FastifyReply, error: AppError): AppError {
  reply.header('www-authenticate', 'Bearer')
  return error
}

function forbidden(key: AuthenticatedKey, access: Access): AppError {
  if (key.kind === 'public') {
    return new AppError('FORBIDDEN', {
      message: 'A public key works only with POST /v1/track.',
      suggestion: 'Use a secret key (sk_…), and only on a server.',
    })
  }
  return new AppError('FORBIDDEN', { message: `This key lacks the scope "${access}".` })
}

/** Straight from loopback. A request that a proxy on this machine passed on says so in a header, and is not. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}
