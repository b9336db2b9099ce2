// Work on the main thread that takes milliseconds (parsing megabytes of JSON, decoding attachments) is cut into steps, and
// each step waits for its turn here. One step is let through in each round of the event loop, however many wait: with
// twenty large requests at once, everybody else waits for one step and not for twenty.
import { createFairQueue } from './fair-queue.ts'

// For the whole process, because it has one main thread.
const waiting = createFairQueue<() => void>()
let isScheduled = false

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  // What is scheduled from within such a callback comes in the next round, after the requests of others.
  setImmediate(() => {
    isScheduled = false
    waiting.next()?.()
    schedule()
  })
}

/** Resolves when it is the turn of this step. Lanes, such as projects, take turns. */
export function heavyTurn(lane: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(lane, resolve)
  schedule()
  return promise
}
