// The number of connections to keep open to one mail server. Servers have a limit and rarely publish it: they answer 421 or
// refuse the connection. So the limit falls to the number open when that happened, and rises again slowly while there is
// email for more.
//
// Each thread of a node has a limit of its own.
import { createNodeConnections } from './node-connections.ts'
import type { NodeThreads } from './node-connections.ts'

/** Long enough for a busy server to recover, short enough that a server that was restarted is used fully in minutes. */
export const RAISE_AFTER_MS = 60_000

/** A server that really allows no more sees one refused connection per quarter of an hour. */
export const LONGEST_WAIT_MS = 15 * 60_000

// Connections that are told to slow down within the same second count as one signal.
const SLOWED_TOGETHER_MS = 1_000

export type ConnectionLimit = {
  /** The setting: never more than this. */
  readonly most: number
  /** Connections that may be open now: 0 while the server gives all its connections to other threads of this node. */
  readonly current: number
  /** Connections that are open now. */
  readonly open: number
  /** Whether other threads of this node have connections open. */
  readonly isUsedByOthers: boolean
  /** The number of threads of this node that have connections open, this one included. */
  readonly users: number
  /** Begins to open a connection; `opened`, `failed` or `refused` follows. */
  opening(): void
  /** The connection is open, and the server is ready to take email. */
  opened(): void
  /** The connection could not be opened, which says nothing about their number. */
  failed(): void
  /** The server refused the connection. Resolves to whether this node has others, so that the email waits for them. */
  refused(): Promise<boolean>
  closed(): void
  /** The server took an email. */
  worked(): void
  /** The server takes connections, but asks to send more slowly. */
  slowed(): void
  /** Called after each change of `current`. */
  onChange(listener: () => void): void
}

/** A relay answers in some 20 ms, so 50 connections carry 2,500 emails per second; more would only wait in line there. */
export const MOST_CONNECTIONS = 50

export function createConnectionLimit({
  most = MOST_CONNECTIONS,
  nowMs = () => performance.now(),
  threads = { states: new Int32Array(1), own: 0 },
}: { most?: number; nowMs?: () => number; threads?: NodeThreads } = {}): ConnectionLimit {
  const listeners: (() => void)[] = []
  const raises = createRaises(nowMs)
  const connections = createNodeConnections(threads, { nowMs })
  let current = most
  /** The number that the server is known to allow. `current` is lower only after an outage. */
  let ceiling = most
  let slowedAtMs = -Infinity

  const change = (next: number): void => {
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  }
  const settle = (to: number): void => {
    ceiling = to
    change(to)
  }
  const wasSlowed = () => nowMs() - slowedAtMs < SLOWED_TOGETHER_MS

  return {
    most,
    get current() {
      return connections.isLeftOut ? 0 : current
    },
    get open() {
      return connections.open
    },
    get isUsedByOthers() {
      return connections.areOthersOpen()
    },
    get users() {
      return 1 + connections.countOthers()
    },
    opening: () => connections.begin(),
    failed: () => connections.failed(),
    opened() {
      connections.opened()
      const { open } = connections
      // It was being opened when another was refused: the server allows more than was known then.
      if (!wasSlowed()) ceiling = Math.max(ceiling, open)
      // After an outage, the limit doubles each time, up to its previous value.
      change(Math.min(ceiling, Math.max(current, 2 * open)))
    },
    closed: () => connections.closed(),
    worked() {
      const isFull = connections.open >= current && current === ceiling && ceiling < most
      if (isFull && raises.isTime()) settle(Math.min(most, ceiling + raises.next()))
    },
    refused() {
      connections.failed()
      raises.failed()
      // With none open the server is down, or others use all its connections: neither says how many it allows.
      if (connections.open > 0) settle(connections.open)
      else change(1)
      return connections.isServing()
    },
    slowed() {
      raises.failed()
      if (wasSlowed()) return
      slowedAtMs = nowMs()
      settle(Math.max(1, Math.floor(current / 2)))
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** When to try more connections, and how many more. */
function createRaises(nowMs: () => number) {
  let waitMs = RAISE_AFTER_MS
  let step = 1
  let isTried = false
  let nextAtMs = -Infinity
  return {
    isTime: () => nowMs() >= nextAtMs,
    /** One more, then two more, and so on as long as none is refused. */
    next(): number {
      if (isTried) waitMs = RAISE_AFTER_MS
      const more = step
      step *= 2
      isTried = true
      nextAtMs = nowMs() + waitMs
      return more
    },
    failed(): void {
      if (isTried) waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      isTried = false
      step = 1
      nextAtMs = nowMs() + waitMs
    },
  }
}
