// The permissions of a project's key, over HTTP and SMTP.
import { hash } from 'node:crypto'

export type KeyScope = 'full' | 'send' | 'read' | 'track'

/** The access that calls require. `send`: the calls of /v1 and SMTP submission. `secret`: any scope of a secret key. */
type KeyAccess = 'full' | 'read' | 'send' | 'track' | 'secret'

const PERMITS: Record<KeyScope, readonly KeyAccess[]> = {
  full: ['full', 'read', 'send', 'track', 'secret'],
  send: ['send', 'track', 'secret'],
  read: ['read', 'secret'],
  track: ['track'],
}

export const permits = (scopes: readonly KeyScope[], access: string): boolean =>
  scopes.some((scope) => PERMITS[scope].some((one) => one === access))

/** The digest that is stored and compared instead of a key. */
export const keyDigest = (key: string): Buffer => hash('sha256', key, 'buffer')
