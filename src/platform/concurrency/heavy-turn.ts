// Work on the main thread that takes milliseconds (parsing megabytes of JSON, decoding attachments) is cut into steps, and
// each step waits for its turn here. One step is let through in each round of the event loop, however many wait, and after
// it the others get as much time as it took: with twenty large requests at once, half of the main thread is left to everybody
// else, who need several rounds for one request.
import { createFairQueue } from './fair-queue.ts'

// For the whole process, because it has one main thread.
const waiting = createFairQueue<() => void>()
let isScheduled = false

// No timer is set for less: it would take longer.
const SHORTEST_PAUSE_MS = 1

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  let since = 0
  setImmediate(() => {
    since = performance.now()
    waiting.next()?.()
  })
  // In the same round, right behind the step.
  setImmediate(() => {
    const tookMs = performance.now() - since
    // A callback scheduled from here runs in the next round of the event loop, after the requests of others.
    if (tookMs < SHORTEST_PAUSE_MS) goOn()
    else setTimeout(goOn, tookMs)
  })
}

function goOn(): void {
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
