// Which days were bad, at a glance. Pure.
import type { Reputation } from '../../api/sending/reputation.ts'

export type Day = Reputation['days'][number]
export type DayVerdict = 'good' | 'warn' | 'bad' | 'neutral'

/** The limits of bounces and complaints are those of the health of a project (health.values.ts). */
const LIMITS = {
  bounceRate: { warn: 0.02, bad: 0.05 },
  complaintRate: { warn: 0.001, bad: 0.003 },
  deferralRate: { warn: 0.1, bad: 0.3 },
} as const

// One of ten emails says nothing about a day.
const LEAST_ATTEMPTS = 20

export function verdictOf(day: Day): DayVerdict {
  if (day.emails + day.deferred + day.bounced + day.complained === 0) return 'neutral'
  if (day.emails + day.deferred < LEAST_ATTEMPTS) return 'good'
  const reaches = (limit: 'warn' | 'bad') =>
    (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).some((rate) => (day[rate] ?? 0) >= LIMITS[rate][limit])
  if (reaches('bad')) return 'bad'
  return reaches('warn') ? 'warn' : 'good'
}
