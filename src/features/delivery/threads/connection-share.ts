// The limit of connections as one thread sees it: as many as the main thread gives it. What happens to its connections is
// told to the main thread, which keeps the limit of the whole node.
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'

export type ConnectionEvent = 'opened' | 'closed' | 'refused' | 'slowed'

export type ConnectionShare = ConnectionLimit & {
  /** From now on it has so many. Resolves to true when no more are open, to false when it was given others before. */
  give(count: number): Promise<boolean>
  /** Whether other threads have connections open. */
  setOthers(areOpen: boolean): void
  /** Whether the server took an email since the last call. */
  takeWorked(): boolean
}

type Options = { most: number; first: number; tell: (news: ConnectionEvent) => void }

export function createConnectionShare({ most, first, tell }: Options): ConnectionShare {
  const listeners: (() => void)[] = []
  let current = first
  let open = 0
  let areOthersOpen = false
  let hasWorked = false
  /** Told when no more are open than it was given. */
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
      tell('opened')
    },
    closed() {
      open -= 1
      tell('closed')
      settle()
    },
    worked() {
      hasWorked = true
    },
    refused() {
      // No further try until the main thread has said how many there are for it now.
      change(open)
      tell('refused')
    },
    slowed: () => tell('slowed'),
    onChange: (listener) => void listeners.push(listener),
    give(count) {
      fits?.(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      fits = resolve
      change(count)
      settle()
      return promise
    },
    setOthers(areOpen) {
      areOthersOpen = areOpen
    },
    takeWorked() {
      const answer = hasWorked
      hasWorked = false
      return answer
    },
  }
}
