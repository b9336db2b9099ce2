// How many threads are worth having. What a thread gives is a core: so another one is wanted while all that there are
// compute most of the time, and one is too many when the others could do its work with ease. Threads that wait, for a
// receiver, the database or the rate of a project, would wait no less if there were more of them.

export const CHECK_EVERY_MS = 250

// Of the time that a thread computes. Between the two nothing changes, so that threads do not come and go.
const BUSY = 0.6
const QUIET = 0.3

// A single large email keeps a thread busy for one look.
const BUSY_LOOKS = 2

// A campaign has pauses; starting a thread costs half a second of a core.
const QUIET_LOOKS = 60_000 / CHECK_EVERY_MS

export type ThreadDemand = {
  readonly wanted: number
  /** How busy the threads were since the last look, each from 0 to 1. */
  look(loads: readonly number[]): void
}

type Options = { least: number; most: () => number }

export function createThreadDemand({ least, most }: Options): ThreadDemand {
  let wanted = least
  let busyLooks = 0
  let quietLooks = 0
  return {
    get wanted() {
      return Math.min(wanted, Math.max(1, most()))
    },
    look(loads) {
      const sum = loads.reduce((total, load) => total + load, 0)
      // One that is still starting may be all that is missing.
      const isBusy = loads.length >= wanted && loads.every((load) => load >= BUSY)
      busyLooks = isBusy ? busyLooks + 1 : 0
      quietLooks = sum < QUIET * (wanted - 1) ? quietLooks + 1 : 0
      if (busyLooks >= BUSY_LOOKS && wanted < most()) {
        wanted += 1
        busyLooks = 0
      }
      if (quietLooks >= QUIET_LOOKS && wanted > least) {
        wanted -= 1
        quietLooks = 0
      }
    },
  }
}
