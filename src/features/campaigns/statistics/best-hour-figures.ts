// Whether sending at the best hour has helped: compares the recipients at their own hour with those who have a known hour too, and got
// the campaign at the fallback. Pure.
import type { z } from 'zod'
import { share } from '../../emails/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { AT_BEST_HOUR, COMPARISON } from '../sending/timing/cohorts.ts'
import { variantProportion, variantTotals } from './statistics.ts'
import type { CampaignAndGoalCounts } from './statistics.ts'
import type { CampaignStatistics } from './statistics.schema.ts'
import { liftOf, verdictFrom } from './best-hour-lift.ts'

type BestHourFigures = z.input<typeof CampaignStatistics>['bestHour']

/** null for other campaigns, and until the recipients are selected. */
export function bestHourFigures(
  campaign: CampaignRow,
  { now, ...counts }: CampaignAndGoalCounts & { now: Date },
): BestHourFigures {
  const { best_hour: bestHour, best_hour_known: known, recipient_count: recipients } = campaign
  if (bestHour === null || known === null || recipients === null) return null
  const endedAt = campaign.sent_at ?? campaign.cancelled_at
  const lift = (metric: 'opens' | 'clicks') =>
    liftOf({
      treated: variantProportion(counts, { index: AT_BEST_HOUR, metric }),
      compared: variantProportion(counts, { index: COMPARISON, metric }),
      endedAt,
      now,
    })
  const { difference: openDifference, verdict } = lift('opens')
  return {
    fallback: bestHour.fallback,
    known,
    unknown: recipients - known,
    atBestHour: groupFigures(counts, AT_BEST_HOUR),
    comparison: groupFigures(counts, COMPARISON),
    openDifference,
    clickDifference: lift('clicks').difference,
    verdict,
    verdictFrom: verdictFrom(endedAt)?.toISOString() ?? null,
  }
}

function groupFigures(counts: CampaignAndGoalCounts, index: number) {
  const { delivered, humanOpens, humanClicks } = variantTotals(counts, index)
  return {
    delivered,
    humanOpens,
    humanClicks,
    openRate: share(humanOpens, delivered),
    clickRate: share(humanClicks, delivered),
  }
}
