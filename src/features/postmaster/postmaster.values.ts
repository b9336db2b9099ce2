/** 13 months. */
export const KEPT_DAYS = 396

export const POSTMASTER_SOURCES = ['google', 'snds'] as const

/** `off`: no credentials. `waiting`: not asked yet. */
export const SOURCE_STATES = ['off', 'waiting', 'good', 'failing'] as const

/**
 * Why figures of Google come, or not. `off`: no credentials. `unproven`: the project has not verified the domain. `waiting`: not asked yet.
 * `missing`: the account at Google does not have it. `unreadable`: it may not read it.
 */
export const GOOGLE_STATES = [
  'off',
  'unproven',
  'waiting',
  'missing',
  'unreadable',
  'good',
  'failing',
] as const

/** In the colours of Microsoft: less than 10 % of the email looked like spam, up to 90 %, more. */
export const SNDS_VERDICTS = ['green', 'yellow', 'red'] as const

export const COMPLIANCE_STATES = ['compliant', 'needs-work', 'unknown'] as const
