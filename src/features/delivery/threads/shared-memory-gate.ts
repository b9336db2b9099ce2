// How much memory the emails of all threads may take together. Ordinary ones are let in by their own thread, which has a
// fixed share for them; asking the main thread for each would cost more than making one. Large ones, which have
// attachments, ask the main thread: a few of them at a time, however many threads there are.
import { createGate } from '../../../platform/concurrency/gate.ts'
import type { Gate } from '../../../platform/concurrency/gate.ts'

/** Anything without an attachment is smaller. */
export const LARGE_BYTES = 1_048_576

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
