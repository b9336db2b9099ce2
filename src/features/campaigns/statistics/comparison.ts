// A campaign against those that were sent before it. Pure.
import type { z } from 'zod'
import type { CampaignComparison } from './comparison.schema.ts'
import { LEAST_COMPARED } from './comparison.values.ts'
import type { Totals } from './statistics.ts'

type Comparison = z.input<typeof CampaignComparison>
type Rates = NonNullable<Comparison['rates']>

/** Whether more is better. */
const IS_MORE_BETTER: Record<keyof Rates, boolean> = {
  openRate: true,
  clickRate: true,
  unsubscribeRate: false,
  bounceRate: false,
}

const hasRates = ({ sent, refused }: Totals): boolean => sent + refused > 0

export function compareTotals(own: Totals, all: readonly Totals[]): Comparison {
  const others = all.filter(hasRates)
  const compared = others.length
  if (compared < LEAST_COMPARED || !hasRates(own)) return { compared, rates: null }
  const compare = (rate: keyof Rates): Rates[keyof Rates] => {
    const values = others.map((one) => one[rate])
    const isBetter = (value: number) => (IS_MORE_BETTER[rate] ? value > own[rate] : value < own[rate])
    return {
      own: own[rate],
      median: medianOf(values),
      place: 1 + values.filter(isBetter).length,
      of: compared + 1,
    }
  }
  return {
    compared,
    rates: {
      openRate: compare('openRate'),
      clickRate: compare('clickRate'),
      unsubscribeRate: compare('unsubscribeRate'),
      bounceRate: compare('bounceRate'),
    },
  }
}

/** There is at least one value. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
