/** Admits work up to a total weight; the rest waits in order of arrival. */
export type Gate = {
  /** The total weight that may be inside. */
  readonly room: number
  /** Resolves to a release function, or to undefined once the gate is closed. Work heavier than the room enters alone. */
  enter(weight: number): Promise<(() => void) | undefined>
  /**
   * Changes the room. Work inside stays. Resolves to true once it fits, to false if the gate is resized again before
   * that.
   */
  resize(room: number): Promise<boolean>
  /** Admits nothing any more. */
  close(): void
}

export function createGate(initialRoom: number): Gate {
  const waiting: { weight: number; resolve: (release: (() => void) | undefined) => void }[] = []
  let room = initialRoom
  let used = 0
  let isClosed = false
  /** Resolves a pending resize. */
  let fits: ((is: boolean) => void) | undefined

  const admitNext = () => {
    for (;;) {
      const [next] = waiting
      if (!next || room <= 0 || (used > 0 && used + next.weight > room)) return
      waiting.shift()
      used += next.weight
      next.resolve(createRelease(next.weight))
    }
  }
  const settle = () => {
    if (used > room) return
    fits?.(true)
    fits = undefined
  }
  const createRelease = (weight: number) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      used -= weight
      admitNext()
      settle()
    }
  }
  return {
    get room() {
      return room
    },
    enter(weight) {
      if (isClosed) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      waiting.push({ weight, resolve })
      admitNext()
      return promise
    },
    resize(next) {
      room = next
      fits?.(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      fits = resolve
      admitNext()
      settle()
      return promise
    },
    close() {
      isClosed = true
      for (const { resolve } of waiting.splice(0)) resolve(undefined)
    },
  }
}
