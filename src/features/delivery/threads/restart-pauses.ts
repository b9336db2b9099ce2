// How long to wait before a dead thread is replaced. The first one is replaced soon; if threads die again and again,
// for example because of an email, the pauses grow, so that the node does not spend its time starting threads.
export const FIRST_PAUSE_MS = 1_000
const LONGEST_MS = 60_000

// A thread that lived this long died of another cause than the one before it.
const LONG_LIFE_MS = 5 * 60_000

/** `livedMs`: the lifetime of the dead thread. */
export function createRestartPauses(firstMs: number = FIRST_PAUSE_MS): (livedMs: number) => number {
  let nextMs = firstMs
  return (livedMs) => {
    if (livedMs >= LONG_LIFE_MS) nextMs = firstMs
    const pauseMs = nextMs
    nextMs = Math.min(LONGEST_MS, nextMs * 2)
    return pauseMs
  }
}
