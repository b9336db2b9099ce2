// Rules that hold for the runs of both kinds of checks, those of domains and those of the installation.
import { AppError } from '../../platform/errors.ts'
import type { ChangeRow } from './check-changes.queries.ts'

export const HOUR_MS = 3_600_000

/** Changes are kept as long as the reports that they explain: 13 months. */
export const KEPT_MS = 396 * 24 * HOUR_MS

export const MOST_CHANGES = 100

/** Between two runs that are asked for: DNS answers are cached for longer anyway. */
export const PAUSE_MS = 60_000

export const tooSoon = (askedAt: Date, now: Date): AppError =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'The checks were asked for less than a minute ago.',
    retryAfterSeconds: Math.max(1, Math.ceil((askedAt.getTime() + PAUSE_MS - now.getTime()) / 1_000)),
  })

/** A change of a state, as the API shows it. */
export const toChange = ({ changed_at: changedAt, ...change }: ChangeRow) => ({
  ...change,
  changedAt: changedAt.toISOString(),
})
