// How long to wait before a thread that died is replaced. The first one is replaced soon; should they die again and again,
// for example because an email makes them, the pauses grow, so that starting threads is not all that the node does.
export const FIRST_PAUSE_MS = 1_000
const LONGEST_MS = 60_000

// A thread that lived this long died of something else than the one before it.
const LONG_LIFE_MS = 5 * 60_000

/** `livedMs`: how long the thread that died had lived. */
export function createRestartPauses(firstMs: number = FIRST_PAUSE_MS): (livedMs: number) => number {
  let nextMs = firstMs
  return (livedMs) => {
    if (livedMs >= LONG_LIFE_MS) nextMs = firstMs
    const pauseMs = nextMs
    nextMs = Math.min(LONGEST_MS, nextMs * 2)
    return pauseMs
  }
}
