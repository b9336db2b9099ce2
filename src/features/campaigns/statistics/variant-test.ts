// Which variant of a campaign is the best, and with what confidence. Pure.
import { VARIANT_NAMES } from '../campaigns.values.ts'
import { differenceOf, intervalOf, quantileFor, shareOf } from '../../../platform/statistics/proportions.ts'
import type { Proportion, Interval } from '../../../platform/statistics/proportions.ts'

export type VariantName = (typeof VARIANT_NAMES)[number]

export const nameOf = (index: number): VariantName => VARIANT_NAMES[index] ?? 'A'

export type VariantMeasurement = Interval & {
  variant: VariantName
  /** Emails that were clicked or opened, by the metric. */
  count: number
  delivered: number
  rate: number
}

export type TestMeasurement = {
  best: VariantName
  /** Whether it is better than every other with a confidence of 95 %. */
  isConclusive: boolean
  variants: VariantMeasurement[]
  /** How much better it is than the next best; null if it is not better. */
  lead: (Interval & { over: VariantName; by: number }) | null
}

/** Takes one entry per variant, the campaign's own first. Among equals the earlier one is the best. */
export function measureVariants(proportions: readonly Proportion[]): TestMeasurement {
  const order = proportions
    .map((one, index) => ({ one, index }))
    .toSorted((a, b) => shareOf(b.one) - shareOf(a.one))
  const [first, ...others] = order
  if (!first) return { best: 'A', isConclusive: false, variants: [], lead: null }
  const z = quantileFor(others.length)
  const differences = others.map(({ one, index }) => ({
    over: nameOf(index),
    ...differenceOf(first.one, one, z),
  }))
  return {
    best: nameOf(first.index),
    isConclusive: differences.length > 0 && differences.every(({ from }) => from > 0),
    variants: proportions.map((one, index) => ({
      variant: nameOf(index),
      count: one.count,
      delivered: one.of,
      rate: shareOf(one),
      ...intervalOf(one),
    })),
    lead: differences[0] && differences[0].by > 0 ? differences[0] : null,
  }
}
