// The number of connections to keep open to one mail server. Servers have a limit and rarely publish it: they answer 421 or
// refuse the connection. So the limit falls to the number open when that happened, and rises again slowly while there is
// email for more.
//
// It holds numbers and no sockets, so that several senders can share one limit.

/** Long enough for a busy server to recover, short enough that a server that was restarted is used fully in minutes. */
export const RAISE_AFTER_MS = 60_000

/** A server that really allows no more sees one refused connection per quarter of an hour. */
export const LONGEST_WAIT_MS = 15 * 60_000

// Connections that are told to slow down within the same second count as one signal.
const SLOWED_TOGETHER_MS = 1_000

export type ConnectionLimit = {
  /** The setting: never more than this. */
  readonly most: number
  /** Connections that may be open now. */
  readonly current: number
  /** Connections that are open now. */
  readonly open: number
  /** Whether any connection to the server is open, also one of another thread of this node. */
  readonly isUsed: boolean
  /** A connection was opened, and the server is ready to take email. */
  opened(): void
  closed(): void
  /** The server took an email. */
  worked(): void
  /** The server refused another connection. */
  refused(): void
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
}: { most?: number; nowMs?: () => number } = {}): ConnectionLimit {
  const listeners: (() => void)[] = []
  const raises = createRaises(nowMs)
  let open = 0
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
      return current
    },
    get open() {
      return open
    },
    get isUsed() {
      return open > 0
    },
    opened() {
      open += 1
      // It was being opened when another was refused: the server allows more than was known then.
      if (!wasSlowed()) ceiling = Math.max(ceiling, open)
      // After an outage, the limit doubles each time, up to its previous value.
      change(Math.min(ceiling, Math.max(current, 2 * open)))
    },
    closed() {
      open -= 1
    },
    worked() {
      const isFull = open >= current && current === ceiling && ceiling < most
      if (isFull && raises.isTime()) settle(Math.min(most, ceiling + raises.next()))
    },
    refused() {
      raises.failed()
      // With none open the server is down, or another client uses all its connections: neither says how many it allows.
      if (open > 0) settle(open)
      else change(1)
    },
    slowed() {
      raises.failed()
      if (wasSlowed()) return
      slowedAtMs = nowMs()
      settle(Math.max(1, Math.floor(current / 2)))
    },
    onChange(listener) {
      listeners.push(listener)
    },
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
