export const POSTMASTER_SOURCES = ['google'] as const

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

export const COMPLIANCE_STATES = ['compliant', 'needs-work', 'unknown'] as const
