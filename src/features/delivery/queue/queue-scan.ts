// A look at the whole queue finds every lane in which something is due. It takes a millisecond, except while somebody
// holds an old snapshot (a backup does): then it walks over the index entries of all that was sent since, and after ten
// minutes of a thousand emails per second that was measured at more than ten seconds. Claims do not wait for that: a look
// that takes long goes on beside them, and meanwhile only the time since the last one is looked at, project by project.
//
// What only a whole look finds, because its time is older, is email whose worker was lost. That waits a little longer.
import type { DueLane } from './claim.queries.ts'

// Several times what it takes without an old snapshot, and less than anybody notices.
const PATIENCE_MS = 100

// Of the time, one part in so many goes into looks at most.
const LOOK_SHARE = 20

// An email is committed later than the time at which it was due, by as long as its transaction takes: ten seconds for a
// statement, and what the clocks of nodes differ by.
const LATE_COMMIT_MS = 60_000

export type QueueScan = {
  /** Whether it is time for one. */
  isDue(): boolean
  /** The next look is made at once. */
  hurry(): void
  /** `isWhole`: there is nothing due but what was found. */
  look(): Promise<{ lanes: DueLane[]; isWhole: boolean }>
}

type Options = {
  whole: () => Promise<DueLane[]>
  since: (from: Date) => Promise<DueLane[]>
  /** Called with what a look found that nobody waited for any longer. */
  onLate: (lanes: DueLane[]) => void
  onFailure: (error: unknown) => void
  /** A look is made this often at least. */
  pollMs: number
  now: () => Date
}

export function createQueueScan({ whole, since, onLate, onFailure, pollMs, now }: Options): QueueScan {
  let nextAt = 0
  /** After one that took long. */
  let nextWholeAt = 0
  let isUnderWay = false
  /** Everything that was due before this time was found by a whole look. */
  let seenUntil = now()

  const startWhole = (): Promise<DueLane[]> => {
    const begunAt = performance.now()
    const begun = now()
    isUnderWay = true
    return whole()
      .then((lanes) => {
        seenUntil = begun
        return lanes
      })
      .finally(() => {
        isUnderWay = false
        if (performance.now() - begunAt > PATIENCE_MS) nextWholeAt = later(begunAt)
      })
  }

  const later = (begunAt: number): number => {
    const at = performance.now()
    return at + Math.max(pollMs, LOOK_SHARE * (at - begunAt))
  }

  /** What a whole look found, if it was quick. */
  const tryWhole = async (): Promise<DueLane[] | undefined> => {
    if (isUnderWay || performance.now() < nextWholeAt) return undefined
    const found = startWhole()
    const patience = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => patience.resolve(undefined), PATIENCE_MS)
    try {
      const lanes = await Promise.race([found, patience.promise])
      if (!lanes) void found.then(onLate, onFailure)
      return lanes
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    isDue: () => performance.now() >= nextAt,
    hurry() {
      nextAt = 0
    },
    async look() {
      const begunAt = performance.now()
      const lanes = await tryWhole()
      if (lanes) {
        nextAt = later(begunAt)
        return { lanes, isWhole: true }
      }
      const sinceAt = performance.now()
      const found = await since(new Date(seenUntil.getTime() - LATE_COMMIT_MS))
      nextAt = later(sinceAt)
      return { lanes: found, isWhole: false }
    },
  }
}
