import type { Interval } from './proportions.ts'
import type { VERDICTS } from './verdicts.values.ts'

export type Verdict = (typeof VERDICTS)[number]

/** `difference`: the interval of what the measure added. The caller decides whether it is too early to tell. */
export function verdictOf({ from, to }: Interval): Verdict {
  if (from > 0) return 'helped'
  return to < 0 ? 'hurt' : 'noDifference'
}
