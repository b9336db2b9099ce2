// Whether a measure has helped, by comparing those who got it with a comparison group that was drawn by lot. Pure.
import { differenceOf } from '../../../platform/statistics/proportions.ts'
import type { Interval, Proportion } from '../../../platform/statistics/proportions.ts'
import { verdictOf } from '../../../platform/statistics/verdict.ts'
import type { Verdict } from '../../../platform/statistics/verdict.ts'
import { LEAST_OF_EACH } from './best-hour.values.ts'

// Most opens and clicks happen in the first two days. Before, the group that was sent later is at a disadvantage.
const SETTLING_MS = 48 * 3_600_000

/** When a verdict may be given: so long after the last email of both groups. */
export const verdictFrom = (endedAt: Date | null): Date | null =>
  endedAt && new Date(endedAt.getTime() + SETTLING_MS)

type Comparison = {
  treated: Proportion
  compared: Proportion
  /** When the last email was sent; null before that. */
  endedAt: Date | null
  now: Date
}

export type Lift = {
  /** Difference of the two shares, treated minus compared, with its 95 % confidence interval. */
  difference: Interval & { by: number }
  verdict: Verdict
}

export function liftOf({ treated, compared, endedAt, now }: Comparison): Lift {
  const difference = differenceOf(treated, compared)
  const from = verdictFrom(endedAt)
  const isEarly = from === null || now < from || treated.of < LEAST_OF_EACH || compared.of < LEAST_OF_EACH
  return { difference, verdict: isEarly ? 'tooEarly' : verdictOf(difference) }
}
