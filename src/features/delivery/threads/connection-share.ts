// The connection limit of one thread: its share, which the main thread sets. It reports what happens to its connections
// to the main thread, which keeps the limit of the whole node.
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'

export type ConnectionEvent = 'opened' | 'closed' | 'refused' | 'slowed'

export type ConnectionShare = ConnectionLimit & {
  /** Sets the share. Resolves to true once no more are open, to false if the share is set again before that. */
  setShare(count: number): Promise<boolean>
  /** Whether other threads have connections open. */
  setOthersOpen(areOpen: boolean): void
  /** Whether the server accepted an email since the last call. */
  readWorked(): boolean
}

type Options = { most: number; first: number; onEvent: (event: ConnectionEvent) => void }

export function createConnectionShare({ most, first, onEvent }: Options): ConnectionShare {
  const listeners: (() => void)[] = []
  let current = first
  let open = 0
  let areOthersOpen = false
  let hasWorked = false
  /** Resolves a pending setShare. */
  let fits: ((is: boolean) => void) | undefined

  const change = (next: number): void => {
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  }
  const settle = (): void => {
    if (open > current) return
    fits?.(true)
    fits = undefined
  }
  return {
    most,
    get current() {
      return current
    },
    get open() {
      return open
    },
    get isUsed() {
      return open > 0 || areOthersOpen
    },
    opened() {
      open += 1
      onEvent('opened')
    },
    closed() {
      open -= 1
      onEvent('closed')
      settle()
    },
    worked() {
      hasWorked = true
    },
    refused() {
      // No further connection until the main thread has set the new share.
      change(open)
      onEvent('refused')
    },
    slowed: () => onEvent('slowed'),
    onChange: (listener) => void listeners.push(listener),
    setShare(count) {
      fits?.(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      fits = resolve
      change(count)
      settle()
      return promise
    },
    setOthersOpen(areOpen) {
      areOthersOpen = areOpen
    },
    readWorked() {
      const answer = hasWorked
      hasWorked = false
      return answer
    },
  }
}
