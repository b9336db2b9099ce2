/** Admits work up to a total weight; the rest waits in order of arrival. */
export type Gate = {
  /** Resolves to a release function, or to undefined once the gate is closed. Work heavier than the room enters alone. */
  enter(weight: number): Promise<(() => void) | undefined>
  /** Admits nothing any more. */
  close(): void
}

export type ResizableGate = Gate & {
  /** The weight inside. */
  readonly used: number
  /** Changes the room. Work inside stays. */
  resize(room: number): void
}

export function createGate(initialRoom: number): ResizableGate {
  const waiting: { weight: number; resolve: (release: (() => void) | undefined) => void }[] = []
  let room = initialRoom
  let used = 0
  let isClosed = false

  const admitNext = () => {
    for (;;) {
      const [next] = waiting
      if (!next || room <= 0 || (used > 0 && used + next.weight > room)) return
      waiting.shift()
      used += next.weight
      next.resolve(createRelease(next.weight))
    }
  }
  const createRelease = (weight: number) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      used -= weight
      admitNext()
    }
  }
  return {
    get used() {
      return used
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
      admitNext()
    },
    close() {
      isClosed = true
      for (const { resolve } of waiting.splice(0)) resolve(undefined)
    },
  }
}
