// Work on the main thread that takes milliseconds (parsing megabytes of JSON, decoding attachments) is cut into steps,
// and each step waits for its turn here. One step runs per round of the event loop, however many wait, and then the
// event loop is left alone for as long as the step took: with twenty large requests at once, half of the main thread is
// free for ordinary requests, which need several rounds each.
import { createFairQueue } from './fair-queue.ts'

// One queue per process, because it has one main thread.
const waiting = createFairQueue<() => void>()
let isScheduled = false

// A timer takes longer than a shorter pause.
const SHORTEST_PAUSE_MS = 1

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  let since = 0
  setImmediate(() => {
    since = performance.now()
    waiting.next()?.()
  })
  // In the same round, right after the step.
  setImmediate(() => {
    const tookMs = performance.now() - since
    // A callback scheduled from here runs in the next round of the event loop, after other requests.
    if (tookMs < SHORTEST_PAUSE_MS) scheduleNext()
    else setTimeout(scheduleNext, tookMs)
  })
}

function scheduleNext(): void {
  isScheduled = false
  schedule()
}

/** Resolves when it is the turn of this step. Lanes, such as projects, take turns. */
export function heavyTurn(lane: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(lane, resolve)
  schedule()
  return promise
}
