// Which part of a campaign is sent first, the canary or the sample of a variant test, and when the rest may follow. Pure.

type SamplePlan = {
  canary: { percent: number; waitMinutes: number } | null
  variants: readonly unknown[] | null
  test: { share: number; waitMinutes: number } | null
}

/** How many recipients get it first; null if all get it at once. */
export function sampleSize({ canary, variants, test }: SamplePlan, recipients: number): number | null {
  if (test !== null) {
    const leastOfEach = (variants?.length ?? 0) + 1
    return Math.min(recipients, Math.max(leastOfEach, Math.ceil(recipients * test.share)))
  }
  if (canary === null) return null
  const first = Math.ceil((recipients * canary.percent) / 100)
  return first >= recipients ? null : first
}

type SampleWait = Pick<SamplePlan, 'canary' | 'test'> & { sampled_at: Date | null }
type SampleProgress = SampleWait & {
  sample_count: number | null
  winner: number | null
  fed_count: number
  gone_count: number
}

/**
 * `open`: recipients of the sample are left. `closed`: the sample is complete, and the rest waits. `over`: there is no sample, or
 * the rest may follow.
 */
export type SampleState = { kind: 'open'; left: number } | { kind: 'closed' } | { kind: 'over' }

export function sampleState(campaign: SampleProgress, now: Date): SampleState {
  const { sample_count: size, winner, test } = campaign
  if (size === null || winner !== null) return { kind: 'over' }
  const left = size - campaign.fed_count - campaign.gone_count
  if (left > 0) return { kind: 'open', left }
  const until = waitEndsAt(campaign)
  // The rest of a test needs its winner.
  const isOver = test === null && until !== null && until <= now
  return { kind: isOver ? 'over' : 'closed' }
}

const MINUTE_MS = 60_000

/** When the wait ends; null until the whole sample has been attempted. */
export function waitEndsAt({ canary, test, sampled_at: since }: SampleWait): Date | null {
  const { waitMinutes } = test ?? canary ?? { waitMinutes: 0 }
  return since && new Date(since.getTime() + waitMinutes * MINUTE_MS)
}
