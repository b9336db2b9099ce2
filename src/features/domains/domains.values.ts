/** The purposes of the DNS records of a domain. */
export const RECORD_PURPOSES = [
  'dkim',
  'return-path',
  'spf',
  'mail-from',
  'dmarc',
  'tls-reports',
  'tracking',
] as const

/** Two are usual; an email tries at most this many. */
export const MOST_TRANSPORTS = 5

// RFC 2606 2 and RFC 6761: these cannot be owned.
const RESERVED = new Set(['test', 'example', 'invalid', 'localhost'])

/** Under a top-level domain that is reserved for tests and examples. */
export const isReservedDomain = (domain: string): boolean =>
  RESERVED.has(domain.slice(domain.lastIndexOf('.') + 1))
