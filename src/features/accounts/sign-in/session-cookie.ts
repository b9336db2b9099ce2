// The session cookie, as better-auth writes it: the token, a dot, and its HMAC-SHA256 in Base64. Read here, because every
// request of the dashboard needs it, and one statement then finds session, user and role.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

export const COOKIE_PREFIX = 'lettermill'

/** A session ends after a week without use; each day of use extends it. */
export const SESSION_DAYS = 7

const SECRET_BYTES = 32

/** Signs session cookies; the same on all nodes. */
export const sessionSecret = (secrets: Secrets): string =>
  secrets.sign('sessions', [], SECRET_BYTES).toString('base64')

/** Browsers accept the prefix __Secure- from https only. */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

const SIGNED = /^([\x21-\x2d\x2f-\x7e]{1,200})\.([A-Za-z0-9+/]{43}=)$/

/** Returns undefined if the signature is invalid. */
export function tokenOf(value: string | undefined, secret: string): string | undefined {
  const [, token, signature] = SIGNED.exec(value ?? '') ?? []
  if (token === undefined || signature === undefined) return undefined
  const wanted = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(Buffer.from(signature, 'base64'), wanted) ? token : undefined
}
