// From the counts of single answers to those that are shown. Pure.
import type { StandingRow } from './reputation.queries.ts'
import type { ReputationCount } from './reputation.values.ts'

type Rates = { bounceRate: number | null; deferralRate: number | null; complaintRate: number | null }

export function countsOf(
  rows: readonly Pick<StandingRow, 'what' | 'count'>[],
): Record<ReputationCount, number> & Rates {
  const sum = { accepted: 0, deferred: 0, refused: 0, reported: 0, complained: 0 }
  for (const { what, count } of rows) sum[what] += count
  const { accepted, deferred, refused, reported, complained } = sum
  const [emails, bounced] = [accepted + refused, refused + reported]
  return {
    emails,
    accepted,
    deferred,
    bounced,
    complained,
    bounceRate: share(bounced, emails),
    deferralRate: share(deferred, emails + deferred),
    complaintRate: share(complained, accepted),
  }
}

/** Reports of earlier emails can be more than the emails of a day. */
const share = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.min(1, Number((part / whole).toFixed(4)))
