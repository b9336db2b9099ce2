/** Lets in as much at once as there is room for; the others wait in the order in which they came. */
export type Gate = {
  /** As much as is let in now. */
  readonly room: number
  /** Resolves to the way out, or to undefined when the gate is closed. What is larger than all the room goes alone. */
  enter(weight: number): Promise<(() => void) | undefined>
  /**
   * From now on there is room for so much. Who is inside stays. Resolves to true when they fit, to false when it was
   * resized again before.
   */
  resize(room: number): Promise<boolean>
  /** Nobody is let in any more. */
  close(): void
}

type Waiting = { weight: number; resolve: (leave: (() => void) | undefined) => void }

export function createGate(initialRoom: number): Gate {
  const waiting: Waiting[] = []
  let room = initialRoom
  let used = 0
  let isClosed = false
  /** Told when what is inside fits into the room. */
  let fits: ((is: boolean) => void) | undefined

  const letIn = () => {
    for (;;) {
      const [next] = waiting
      if (!next || room <= 0 || (used > 0 && used + next.weight > room)) return
      waiting.shift()
      used += next.weight
      next.resolve(wayOut(next.weight))
    }
  }
  const settle = () => {
    if (used > room) return
    fits?.(true)
    fits = undefined
  }
  const wayOut = (weight: number) => {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      used -= weight
      letIn()
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
      letIn()
      return promise
    },
    resize(next) {
      room = next
      fits?.(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      fits = resolve
      letIn()
      settle()
      return promise
    },
    close() {
      isClosed = true
      for (const { resolve } of waiting.splice(0)) resolve(undefined)
    },
  }
}
