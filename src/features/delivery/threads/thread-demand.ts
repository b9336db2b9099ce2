// How many threads to run. A thread adds a core and connections, so another one is wanted while each thread computes most
// of the time or has email on most of its connections, and one is too many when the others could easily do its work.
// Threads that wait for the database or the rate of a project would wait no less if there were more of them.

export const CHECK_EVERY_MS = 250

// Loads of a thread. Between the two nothing changes, so that the number does not oscillate.
const BUSY = 0.6
const QUIET = 0.3

// A single large email keeps a thread busy for one check.
const BUSY_CHECKS = 2

// A campaign has pauses; starting a thread costs half a second of a core.
const QUIET_CHECKS = 60_000 / CHECK_EVERY_MS

export type ThreadDemand = {
  readonly wanted: number
  /** `loads`: how busy each thread was since the last call, from 0 to 1. */
  update(loads: readonly number[]): void
}

type Options = { least: number; most: number }

export function createThreadDemand({ least, most }: Options): ThreadDemand {
  let wanted = Math.min(least, most)
  let busyChecks = 0
  let quietChecks = 0
  return {
    get wanted() {
      return wanted
    },
    update(loads) {
      const sum = loads.reduce((total, load) => total + load, 0)
      // A thread that is still starting may be enough.
      const isBusy = loads.length >= wanted && loads.every((load) => load >= BUSY)
      busyChecks = isBusy ? busyChecks + 1 : 0
      quietChecks = sum < QUIET * (wanted - 1) ? quietChecks + 1 : 0
      if (busyChecks >= BUSY_CHECKS && wanted < most) {
        wanted += 1
        busyChecks = 0
      }
      if (quietChecks >= QUIET_CHECKS && wanted > least) {
        wanted -= 1
        quietChecks = 0
      }
    },
  }
}
