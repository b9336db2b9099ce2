/** `unknown`: could not be checked. `not-applicable`: there is nothing to check, for the reason that is given. */
export const CHECK_STATES = ['good', 'warning', 'failed', 'unknown', 'not-applicable'] as const

export const MACHINE_CHECKS = ['helo', 'reverse-name', 'blocklist', 'certificate', 'clock'] as const

export const DOMAIN_CHECKS = [
  'spf',
  'dkim',
  'dkim-key-length',
  'dkim-key-age',
  'dmarc',
  'mta-sts',
  'tls-rpt',
  'bimi',
  'tracking-certificate',
] as const
