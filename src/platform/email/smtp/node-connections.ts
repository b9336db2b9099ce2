// Counts the connections of a thread to the mail server, and writes into shared memory whether it has any. A thread that
// is refused its only connection learns from the others whether the server is down, or gives all its connections to them.
import { setTimeout as sleep } from 'node:timers/promises'

/** The state of each thread of a node, and the place of this one. 0 stands for a thread that does not run as well. */
export type NodeThreads = { states: Int32Array; own: number }

const [NONE, OPENING, OPEN] = [0, 1, 2]

// How often a thread looks whether another one has got its connection.
const LOOK_EVERY_MS = 20

/** The server sees one refused connection per minute from a thread that it has none for. */
export const LEFT_OUT_MS = 60_000

export type NodeConnections = {
  /** Connections of this thread that are open. */
  readonly open: number
  /** Begins to open a connection; `opened` or `failed` follows. */
  begin(): void
  opened(): void
  failed(): void
  closed(): void
  /** Whether other threads have connections open. */
  areOthersOpen(): boolean
  /** The number of other threads that have connections open. */
  countOthers(): number
  /** After the server refused a connection: resolves to whether it gives others to the node. */
  isServing(): Promise<boolean>
  /** Whether the server gives all its connections to other threads. */
  readonly isLeftOut: boolean
}

export function createNodeConnections(
  { states, own }: NodeThreads,
  { nowMs }: { nowMs: () => number },
): NodeConnections {
  const otherPlaces = [...states.keys()].filter((place) => place !== own)
  let open = 0
  let opening = 0
  /** Whether any connection of the node was open when this thread began to open its own. */
  let wasUsed = false
  let leftOutUntilMs = -Infinity

  const others = (): number => Math.max(NONE, ...otherPlaces.map((place) => Atomics.load(states, place)))
  const areOthersOpen = () => others() === OPEN
  const count = (more: { open?: 1 | -1; opening?: 1 | -1 }): void => {
    open += more.open ?? 0
    opening += more.opening ?? 0
    Atomics.store(states, own, open > 0 ? OPEN : opening > 0 ? OPENING : NONE)
  }
  return {
    get open() {
      return open
    },
    begin() {
      wasUsed = (wasUsed && opening > 0) || open > 0 || areOthersOpen()
      count({ opening: 1 })
    },
    opened: () => count({ open: 1, opening: -1 }),
    failed: () => count({ opening: -1 }),
    closed: () => count({ open: -1 }),
    areOthersOpen,
    countOthers: () => otherPlaces.filter((place) => Atomics.load(states, place) === OPEN).length,
    async isServing() {
      if (open > 0 || opening > 0) return true
      while (others() === OPENING) await sleep(LOOK_EVERY_MS)
      const isServingOthers = areOthersOpen()
      if (isServingOthers) leftOutUntilMs = nowMs() + LEFT_OUT_MS
      // A connection that was closed meanwhile may have been one too many: the next try tells.
      return isServingOthers || wasUsed
    },
    get isLeftOut() {
      return open === 0 && nowMs() < leftOutUntilMs && areOthersOpen()
    },
  }
}
