// A cookie marks a browser that has signed in to an account before. It grants no access: it only gives the browser its own
// count of wrong passwords (lockout.service.ts).
import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

export const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`

// The maximum that browsers allow.
const LIFETIME_SECONDS = 400 * 86_400

const ID_BYTES = 12
const MAC_BYTES = 16
const FORM = /^([\w-]{16})\.([\w-]{22})$/

const PURPOSE = 'known device'

/** Returns the id of the device if the cookie is valid for this account. */
export function readDevice(
  secrets: Secrets,
  { value, email }: { value: string | undefined; email: string },
): string | undefined {
  const [, id, mac] = FORM.exec(value ?? '') ?? []
  if (id === undefined || mac === undefined) return undefined
  return secrets.verify(PURPOSE, [id, email], Buffer.from(mac, 'base64url')) ? id : undefined
}

/** The Set-Cookie header for a browser that has just signed in. */
export function deviceCookie(
  secrets: Secrets,
  { email, isSecure }: { email: string; isSecure: boolean },
): string {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const mac = secrets.sign(PURPOSE, [id, email], MAC_BYTES).toString('base64url')
  const secure = isSecure ? '; Secure' : ''
  return `${DEVICE_COOKIE}=${id}.${mac}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
