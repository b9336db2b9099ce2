/** Lets in as much at once as there is room for; the others wait in the order in which they came. */
export type Gate = {
  /** Resolves to the way out, or to undefined when the gate is closed. What is larger than all the room goes alone. */
  enter(weight: number): Promise<(() => void) | undefined>
  /** From now on there is room for so much. Who is inside stays. */
  resize(room: number): void
  /** Nobody is let in any more. */
  close(): void
}

type Waiting = { weight: number; resolve: (leave: (() => void) | undefined) => void }

export function createGate(initialRoom: number): Gate {
  const waiting: Waiting[] = []
  let room = initialRoom
  let used = 0
  let isClosed = false

  const letIn = () => {
    for (;;) {
      const [next] = waiting
      if (!next || room <= 0 || (used > 0 && used + next.weight > room)) return
      waiting.shift()
      used += next.weight
      next.resolve(wayOut(next.weight))
    }
  }
  const wayOut = (weight: number) => {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      used -= weight
      letIn()
    }
  }
  return {
    enter(weight) {
      if (isClosed) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      waiting.push({ weight, resolve })
      letIn()
      return promise
    },
    resize(next) {
      room = next
      letIn()
    },
    close() {
      isClosed = true
      for (const { resolve } of waiting.splice(0)) resolve(undefined)
    },
  }
}
