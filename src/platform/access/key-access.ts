// What a key of a project may do, whichever door it comes through.
import { hash } from 'node:crypto'

export type KeyScope = 'full' | 'send' | 'read' | 'track'

/** What calls ask for. `send`: the calls of /v1 and SMTP submission. */
type KeyAccess = 'full' | 'read' | 'send' | 'track'

const OPENS: Record<KeyScope, readonly KeyAccess[]> = {
  full: ['full', 'read', 'send', 'track'],
  send: ['send', 'track'],
  read: ['read'],
  track: ['track'],
}

export const opens = (scopes: readonly KeyScope[], access: string): boolean =>
  scopes.some((scope) => OPENS[scope].some((one) => one === access))

/** What is stored and compared in place of a key. */
export const keyDigest = (key: string): Buffer => hash('sha256', key, 'buffer')
