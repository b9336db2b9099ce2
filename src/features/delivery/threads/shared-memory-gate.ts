// How much memory the emails of all threads may take together. Ordinary ones are let in by their own thread, which has a
// fixed share for them; asking the main thread for each would cost more than making one. Large ones, which have
// attachments, ask the main thread: a few of them at a time, however many threads there are.
import { createGate } from '../../../platform/concurrency/gate.ts'
import type { Gate } from '../../../platform/concurrency/gate.ts'
import type { Config } from '../../../platform/config.ts'
import { MOST_BYTES } from '../send-engine.service.ts'

/** Emails without an attachment are smaller. */
export const LARGE_BYTES = 1_048_576

/** The memory for large emails of all threads together: three with the largest attachments. */
export const LARGE_EMAILS_BYTES = (3 / 4) * MOST_BYTES

// Enough for some dozens of newsletters of 100 kB at the same time.
const LEAST_OWN_BYTES = 4 * 1_048_576

/** The memory for the ordinary emails of one thread. */
export const ownBytesOf = ({ sendThreads }: Pick<Config, 'sendThreads'>): number =>
  Math.max(LEAST_OWN_BYTES, (MOST_BYTES - LARGE_EMAILS_BYTES) / sendThreads)

type Asking = {
  /** For the ordinary ones. */
  ownBytes: number
  /** Asks the main thread; the answer is handed to `let`. */
  enter: (id: number, bytes: number) => void
  left: (id: number) => void
}

export type SharedMemoryGate = Gate & {
  /** The main thread has room for the email that asked under this number. */
  let(id: number): void
}

export function createSharedMemoryGate({ ownBytes, enter, left }: Asking): SharedMemoryGate {
  const own = createGate(ownBytes)
  const waiting = new Map<number, (leave: (() => void) | undefined) => void>()
  let lastId = 0
  let isClosed = false
  return {
    get room() {
      return own.room
    },
    enter(weight) {
      if (weight < LARGE_BYTES || isClosed) return own.enter(weight)
      const id = (lastId += 1)
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      waiting.set(id, resolve)
      enter(id, weight)
      return promise
    },
    let(id) {
      const resolve = waiting.get(id)
      waiting.delete(id)
      // Closed meanwhile: nobody waits for it any more.
      if (!resolve) return left(id)
      let isOut = false
      resolve(() => {
        if (isOut) return
        isOut = true
        left(id)
      })
    },
    resize: (room) => own.resize(room),
    close() {
      isClosed = true
      own.close()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}
