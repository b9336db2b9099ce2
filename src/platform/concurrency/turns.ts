import { createFairQueue } from './fair-queue.ts'

/** Runs the work of many callers, a few at a time. Callers take turns, so the backlog of one delays only itself. */
export type Turns = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

export function createTurns(atOnce: number): Turns {
  const waiting = createFairQueue<() => void>()
  let running = 0
  const startNext = () => {
    while (running < atOnce) {
      const start = waiting.next()
      if (!start) return
      running += 1
      start()
    }
  }
  return async (caller, work) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add(caller, resolve)
    startNext()
    await promise
    try {
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }
}
