// A full scan of the queue finds every lane in which email is due. It takes a millisecond, except while a transaction
// holds an old snapshot (a backup does): then it walks over the index entries of all emails sent since, which took more
// than ten seconds after ten minutes of a thousand emails per second. Claims do not wait for that: a slow scan goes on
// in the background, and meanwhile only the time since the last full scan is searched, project by project.
//
// Only a full scan finds the emails of a lost worker, because they have been due for longer. Those wait a little
// longer.
import type { DueLane } from './claim.queries.ts'

// Several times the duration of a scan without an old snapshot, and too short to notice.
const PATIENCE_MS = 100

// Scanning takes at most 1/20 of the time.
const SCAN_SHARE = 20

// An email is committed later than its due time, by the duration of its transaction (ten seconds per statement) and the
// difference between the clocks of nodes.
const LATE_COMMIT_MS = 60_000

export type QueueScan = {
  /** Whether it is time for a scan. */
  isDue(): boolean
  /** Makes the next scan due at once. */
  scanNow(): void
  /** `isComplete`: no other lanes are due. */
  scan(): Promise<{ lanes: DueLane[]; isComplete: boolean }>
}

type Options = {
  full: () => Promise<DueLane[]>
  since: (from: Date) => Promise<DueLane[]>
  /** Called with the result of a scan that went on in the background. */
  onLate: (lanes: DueLane[]) => void
  onFailure: (error: unknown) => void
  /** The longest time between two scans. */
  pollMs: number
  now: () => Date
}

export function createQueueScan({ full, since, onLate, onFailure, pollMs, now }: Options): QueueScan {
  let nextAt = 0
  /** Set after a slow full scan. */
  let nextFullAt = 0
  let isRunning = false
  /** A full scan has found everything that was due before this time. */
  let scannedUntil = now()

  const startFullScan = (): Promise<DueLane[]> => {
    const begunAt = performance.now()
    const begun = now()
    isRunning = true
    return full()
      .then((lanes) => {
        scannedUntil = begun
        return lanes
      })
      .finally(() => {
        isRunning = false
        if (performance.now() - begunAt > PATIENCE_MS) nextFullAt = later(begunAt)
      })
  }

  const later = (begunAt: number): number => {
    const at = performance.now()
    return at + Math.max(pollMs, SCAN_SHARE * (at - begunAt))
  }

  /** The result of a full scan, if it was quick. */
  const tryFullScan = async (): Promise<DueLane[] | undefined> => {
    if (isRunning || performance.now() < nextFullAt) return undefined
    const found = startFullScan()
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
    scanNow() {
      nextAt = 0
    },
    async scan() {
      const begunAt = performance.now()
      const lanes = await tryFullScan()
      if (lanes) {
        nextAt = later(begunAt)
        return { lanes, isComplete: true }
      }
      const sinceAt = performance.now()
      const found = await since(new Date(scannedUntil.getTime() - LATE_COMMIT_MS))
      nextAt = later(sinceAt)
      return { lanes: found, isComplete: false }
    },
  }
}
