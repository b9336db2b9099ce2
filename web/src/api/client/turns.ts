type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most so much work at once; the rest waits in its order. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // The work that ends passes its place on, so that no other can take it in between.
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
