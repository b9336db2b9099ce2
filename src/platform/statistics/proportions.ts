// Confidence intervals of proportions in a sample. Pure.

export type Proportion = { count: number; of: number }
export type Interval = { from: number; to: number }

/**
 * Quantiles of the normal distribution for a confidence of 95 % in all of 1, 2 or 3 comparisons together (Bonferroni):
 * 1 - 0.05 / 2m.
 */
const QUANTILES = [1.959_964, 1.959_964, 2.241_403, 2.393_98] as const

export const quantileFor = (comparisons: number): number => QUANTILES[comparisons] ?? QUANTILES[3]

export const shareOf = ({ count, of }: Proportion): number => (of === 0 ? 0 : count / of)

/** Wilson's interval (1927): correct for small samples and for shares near 0, unlike the normal approximation. */
export function intervalOf(proportion: Proportion, z: number = QUANTILES[1]): Interval {
  const { of: n } = proportion
  if (n === 0) return { from: 0, to: 1 }
  const p = shareOf(proportion)
  const centre = p + z ** 2 / (2 * n)
  const spread = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  const scale = 1 + z ** 2 / n
  return { from: Math.max(0, (centre - spread) / scale), to: Math.min(1, (centre + spread) / scale) }
}

/** Difference of two shares: Newcombe's interval (1998, method 10), built from Wilson's. */
export function differenceOf(
  one: Proportion,
  other: Proportion,
  z: number = QUANTILES[1],
): Interval & { by: number } {
  const [p, q] = [shareOf(one), shareOf(other)]
  const [first, second] = [intervalOf(one, z), intervalOf(other, z)]
  return {
    by: p - q,
    // Rounding may carry it past the ends.
    from: Math.max(-1, p - q - Math.hypot(p - first.from, second.to - q)),
    to: Math.min(1, p - q + Math.hypot(first.to - p, q - second.from)),
  }
}
