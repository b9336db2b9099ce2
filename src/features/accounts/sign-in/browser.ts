import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '../../../platform/access/cookies.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SignedInUser } from '../../../platform/http/app-types.ts'
import type { Browser } from './auth-calls.service.ts'
import { DEVICE_COOKIE } from './known-device.ts'

export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
  ip,
  deviceCookie: cookieOf(headers.cookie, DEVICE_COOKIE),
})

/** For routes that need a session. */
export const userOf = ({ user }: FastifyRequest): SignedInUser => {
  if (!user) throw new AppError('UNAUTHORIZED')
  return user
}

export function setCookies(reply: FastifyReply, cookies: string[]): void {
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}
