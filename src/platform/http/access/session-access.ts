// Requests of people who are signed in, instead of an API key: the session is a cookie, the project is named in a header. A
// browser sends the cookie by itself, also when another site makes it call us. So a request that changes something has to
// prove by its Origin that one of our own pages made it. The accounts feature stores sessions and provides a SessionFinder.
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { readId } from '../../ids.ts'
import type { ProjectId } from '../../ids.ts'
import { isAtLeast } from '../../access/member-role.values.ts'
import type { Role } from '../../access/member-role.values.ts'
import type { Access, AuthenticatedMember, SignedInUser } from '../app-types.ts'
import type { OriginCheck } from './origin-check.ts'
import { clientKey } from './rate-limit.ts'
import type { RateLimiter } from './rate-limit.ts'

export const PROJECT_HEADER = 'lettermill-project'

/** Finds the session of this Cookie header, and its user's role in the project; undefined without a valid one. */
export type SessionFinder = (
  cookies: string,
  projectId: ProjectId | undefined,
) => Promise<FoundSession | undefined>

export type FoundSession = {
  user: SignedInUser
  membership: Omit<AuthenticatedMember, 'user'> | undefined
}

export const KEY_REFUSAL = {
  message: 'This call is for people who are signed in; an API key does not open it.',
  suggestion: 'Sign in to the dashboard and do it there.',
}

/** A key takes precedence over a session. Without the project header a cookie counts only where no project is needed. */
export function isBySession({ headers, routeOptions }: FastifyRequest): boolean {
  const { access, forwards } = routeOptions.config
  if (forwards || headers.authorization !== undefined) return false
  if (access === 'operator' || access === 'secret') return false
  return access === 'session' || access === 'member' || headers[PROJECT_HEADER] !== undefined
}

type Parts = {
  findSession: SessionFinder
  checkOrigin: OriginCheck
  limiter: RateLimiter
  failuresPerMinute: number
}

export async function authenticateSession(request: FastifyRequest, parts: Parts): Promise<void> {
  const needsProject = request.routeOptions.config.access !== 'session'
  const projectId = needsProject ? projectOf(request) : undefined
  const cookies = request.headers.cookie ?? ''
  const found = cookies === '' ? undefined : await parts.findSession(cookies, projectId)
  if (!found) throw await notSignedIn(request, parts)
  parts.checkOrigin(request)
  request.user = found.user
  if (!needsProject) return
  if (!found.membership) {
    throw new AppError('FORBIDDEN', {
      message: 'You are not a member of this project.',
      suggestion: 'GET /account lists your projects. Ask an owner of the project to invite you.',
    })
  }
  request.member = { user: found.user, ...found.membership }
}

function projectOf({ headers, query, routeOptions }: FastifyRequest): ProjectId | undefined {
  const { project } = query as { project?: unknown }
  const given = headers[PROJECT_HEADER] ?? (routeOptions.config.projectInQuery ? project : undefined)
  return typeof given === 'string' ? readId<ProjectId>(given) : undefined
}

/** Wrong cookies are counted like wrong keys: guessing gets slow, and a valid session always works. */
async function notSignedIn(
  request: FastifyRequest,
  { limiter, failuresPerMinute }: Parts,
): Promise<AppError> {
  if (request.headers.cookie !== undefined) {
    const verdict = await limiter.consume(clientKey('auth', request), failuresPerMinute)
    if (!verdict.isAllowed) {
      return new AppError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many requests with a wrong session.',
        retryAfterSeconds: verdict.retryAfterSeconds,
      })
    }
  }
  return new AppError('UNAUTHORIZED')
}

const roleFor = (access: Access | undefined): Role => (access === 'read' ? 'viewer' : 'member')

/** Undefined if the member may call the route. */
export function checkRole(
  { role, isProjectDisabled }: AuthenticatedMember,
  config: FastifyContextConfig,
): AppError | undefined {
  if (isProjectDisabled) return new AppError('PROJECT_DISABLED')
  const needed = config.role ?? roleFor(config.access)
  if (isAtLeast(role, needed)) return undefined
  return new AppError('FORBIDDEN', {
    message: `Your role in this project is ${role}; this needs the role ${needed}.`,
    suggestion: 'Ask an owner or admin of the project to change your role.',
  })
}
