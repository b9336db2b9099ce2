// Resolves a key to its project and scopes. The projects feature owns the keys and provides a KeyFinder.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import { keyDigest, permits } from '../../access/key-access.ts'
import type { Access, App, AuthenticatedKey } from '../app-types.ts'
import { bearerOf } from './bearer.ts'
import { isOperator, OPERATOR_REFUSAL } from './operator-access.ts'
import type { OperatorSettings } from './operator-access.ts'
import type { OriginCheck } from './origin-check.ts'
import { clientKey } from './rate-limit.ts'
import type { RateLimiter } from './rate-limit.ts'
import { authenticateSession, checkRole, isBySession, KEY_REFUSAL } from './session-access.ts'
import type { SessionFinder } from './session-access.ts'

/** Finds a valid key by its digest and records its use; undefined for unknown, expired and revoked ones. */
export type KeyFinder = (digest: Buffer) => Promise<AuthenticatedKey | undefined>

const SESSION_ONLY: readonly (Access | undefined)[] = ['member', 'session']

type Options = {
  findKey: KeyFinder
  findSession: SessionFinder
  checkOrigin: OriginCheck
  limiter: RateLimiter
  failuresPerMinute: number
  operator: OperatorSettings
}

export function installAuth(app: App, options: Options): void {
  app.decorateRequest('key', undefined)
  app.decorateRequest('member', undefined)
  app.decorateRequest('user', undefined)
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
    if (access === 'operator' && isOperator(request, options.operator)) return
    if (isBySession(request)) await authenticateSession(request, options)
    else request.key = await authenticate(request, reply, options)
  })
}

/** Checks the permissions of the key or person, after authentication and the rate limit. */
export function installPermissions(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { key, member } = request
    const access = request.routeOptions.config.access
    if (member) return done(checkRole(member, request.routeOptions.config))
    if (!key || access === undefined) return done()
    if (key.isProjectDisabled) return done(new AppError('PROJECT_DISABLED'))
    done(permits(key.scopes, access) ? undefined : forbidden(key, access))
  })
}

function projectIdOf(this: FastifyRequest): ProjectId {
  const caller = this.key ?? this.member
  if (!caller) {
    throw new Error(`${this.method} ${this.url} has no project: its access is not bound to a key`)
  }
  return caller.projectId
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findKey, limiter, failuresPerMinute }: Options,
): Promise<AuthenticatedKey> {
  const refusal = request.routeOptions.config.access === 'operator' ? OPERATOR_REFUSAL : {}
  const header = request.headers.authorization
  const key = keyOf(request)
  if (key === undefined) {
    const isOther = header !== undefined && header !== ''
    const message = 'The Authorization header is not of the form: Bearer <key>.'
    throw challenge(reply, new AppError('MISSING_AUTH', { ...(isOther && { message }), ...refusal }))
  }
  const found = await findKey(keyDigest(key))
  if (found) return found
  // Counted per client network, and only for wrong keys: guessing gets slow, and a valid key always works.
  const verdict = await limiter.consume(clientKey('auth', request), failuresPerMinute)
  if (!verdict.isAllowed) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many requests with a wrong API key.',
      retryAfterSeconds: verdict.retryAfterSeconds,
    })
  }
  throw challenge(reply, new AppError('INVALID_API_KEY', refusal))
}

/** The key of the request as it was sent; undefined if there is none. */
export const keyOf = ({ headers, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.forwards?.keyOf(headers) ?? bearerOf(headers.authorization)

/** RFC 9110, section 11.6.1: a 401 names the scheme. */
function challenge(reply: FastifyReply, error: AppError): AppError {
  reply.header('www-authenticate', 'Bearer')
  return error
}

function forbidden(key: AuthenticatedKey, access: Access): AppError {
  if (access === 'operator') return new AppError('FORBIDDEN', OPERATOR_REFUSAL)
  if (SESSION_ONLY.includes(access)) return new AppError('FORBIDDEN', KEY_REFUSAL)
  if (key.kind === 'public') {
    return new AppError('FORBIDDEN', {
      message: 'A public key works only with POST /v1/track.',
      suggestion: 'Use a secret key (sk_…), and only on a server.',
    })
  }
  return new AppError('FORBIDDEN', { message: `This key lacks the scope "${access}".` })
}
