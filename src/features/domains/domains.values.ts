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

/** How DKIM keys are published: at a selector of the domain, or by an alias into a zone of the operator. */
export const DKIM_MODES = ['txt', 'cname'] as const
export type DkimMode = (typeof DKIM_MODES)[number]

/** RFC 1035 2.3.4: of a label. */
export const LONGEST_SELECTOR = 63

/** A key of 4096 bits has 3,300 characters as PEM. */
export const LONGEST_PRIVATE_KEY = 8_000

/** Two are usual; an email tries at most this many. */
export const MOST_TRANSPORTS = 5

// RFC 2606 2 and RFC 6761: these cannot be owned.
const RESERVED = new Set(['test', 'example', 'invalid', 'localhost'])

/** Under a top-level domain that is reserved for tests and examples. */
export const isReservedDomain = (domain: string): boolean =>
  RESERVED.has(domain.slice(domain.lastIndexOf('.') + 1))
