import type { Statistics } from '../../../api/sending/campaigns.ts'

/** Why recipients have not got the email, or not yet. */
export const LOSSES = ['queued', 'held', 'bounced', 'suppressed', 'dropped', 'failed', 'cancelled'] as const

type Losses = Record<(typeof LOSSES)[number], number>

/** Each email counts once: held emails are among the queued ones, and dropped ones among the suppressed. */
export const lossesOf = (statistics: Pick<Statistics, keyof Losses>): Losses => ({
  ...statistics,
  queued: statistics.queued - statistics.held,
  suppressed: statistics.suppressed - statistics.dropped,
})
