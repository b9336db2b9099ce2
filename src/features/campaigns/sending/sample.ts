// What of a campaign goes first, and when the rest may follow: the canary, and the sample of a test of variants. Pure.

type Planned = {
  canary: { percent: number; waitMinutes: number } | null
  variants: readonly unknown[] | null
  test: { share: number; waitMinutes: number } | null
}

/** How many recipients go first; null where all go at once. */
export function sampleSize({ canary, variants, test }: Planned, recipients: number): number | null {
  if (test !== null) {
    const leastOfEach = (variants?.length ?? 0) + 1
    return Math.min(recipients, Math.max(leastOfEach, Math.ceil(recipients * test.share)))
  }
  if (canary === null) return null
  const first = Math.ceil((recipients * canary.percent) / 100)
  return first >= recipients ? null : first
}

type Waited = Pick<Planned, 'canary' | 'test'> & { sampled_at: Date | null }
type Sampled = Waited & {
  sample_count: number | null
  winner: number | null
  fed_count: number
  gone_count: number
}

/**
 * `open`: so many of the sample have not had their turn. `closed`: all of it has, and the rest has to wait. `over`: there is no
 * sample, or the rest may follow.
 */
export type SampleState = { kind: 'open'; left: number } | { kind: 'closed' } | { kind: 'over' }

export function sampleState(campaign: Sampled, now: Date): SampleState {
  const { sample_count: size, winner, test } = campaign
  if (size === null || winner !== null) return { kind: 'over' }
  const left = size - campaign.fed_count - campaign.gone_count
  if (left > 0) return { kind: 'open', left }
  const until = waitsUntil(campaign)
  // The rest of a test needs its winner.
  const isOver = test === null && until !== null && until <= now
  return { kind: isOver ? 'over' : 'closed' }
}

const MINUTE_MS = 60_000

/** When the wait ends; null until all of the sample have been tried. */
export function waitsUntil({ canary, test, sampled_at: since }: Waited): Date | null {
  const { waitMinutes } = test ?? canary ?? { waitMinutes: 0 }
  return since && new Date(since.getTime() + waitMinutes * MINUTE_MS)
}
