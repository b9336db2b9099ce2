// Limits the memory of the emails of all threads. A thread admits ordinary emails itself, within a fixed share; asking
// the main thread for each would cost more than composing it. Large emails, which have attachments, ask the main
// thread, which admits a few at a time, however many threads there are.
import { createGate } from '../../../platform/concurrency/gate.ts'
import type { Gate } from '../../../platform/concurrency/gate.ts'
import type { Config } from '../../../platform/config.ts'
import { MOST_BYTES } from '../engines.service.ts'

/** Emails without an attachment are smaller. */
export const LARGE_BYTES = 1_048_576

/** The memory for large emails of all threads together: three with the largest attachments. */
export const LARGE_EMAILS_BYTES = (3 / 4) * MOST_BYTES

// Enough for some dozens of newsletters of 100 kB at the same time.
const LEAST_OWN_BYTES = 4 * 1_048_576

/** The memory for the ordinary emails of one thread. */
export const ownBytesOf = ({ sendThreads }: Pick<Config, 'sendThreads'>): number =>
  Math.max(LEAST_OWN_BYTES, (MOST_BYTES - LARGE_EMAILS_BYTES) / sendThreads)

type SharedGateOptions = {
  /** The share for ordinary emails. */
  ownBytes: number
  /** Asks the main thread; its answer goes to `admit`. */
  enter: (id: number, bytes: number) => void
  left: (id: number) => void
}

export type SharedMemoryGate = Gate & {
  /** The main thread has memory for the email that asked with this id. */
  admit(id: number): void
}

export function createSharedMemoryGate({ ownBytes, enter, left }: SharedGateOptions): SharedMemoryGate {
  const own = createGate(ownBytes)
  const waiting = new Map<number, (leave: (() => void) | undefined) => void>()
  let lastId = 0
  let isClosed = false
  return {
    enter(weight) {
      if (weight < LARGE_BYTES || isClosed) return own.enter(weight)
      const id = (lastId += 1)
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      waiting.set(id, resolve)
      enter(id, weight)
      return promise
    },
    admit(id) {
      const resolve = waiting.get(id)
      waiting.delete(id)
      // The gate was closed meanwhile.
      if (!resolve) return left(id)
      let isReleased = false
      resolve(() => {
        if (isReleased) return
        isReleased = true
        left(id)
      })
    },
    close() {
      isClosed = true
      own.close()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}
