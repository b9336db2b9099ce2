import type { Clock } from './clock.ts'

/** Where the process is in its life. Requests are served while `ready`; before and after they get a 503. */
export type Lifecycle = {
  state: 'starting' | 'ready' | 'stopping'
  /** What does not work although the process does, in sentences, by what it is; GET /ready says so. */
  troubles: Map<string, string>
  /** What the operator has to look at although this node serves everybody, by what it is; GET /health lists them. */
  warnings: Map<string, string>
}

export const createLifecycle = (): Lifecycle => ({
  state: 'starting',
  troubles: new Map(),
  warnings: new Map(),
})

// A database that restarts or fails over is back by then: a node is not taken out of service for that.
const PATIENCE_MS = 30_000

export type Watch = { worked(): void; failed(): void }

type Watched = { name: string; trouble: string; clock: Clock }

/** For work that is tried again until it succeeds: a trouble of the node once it has failed for a while. */
export function watchWork(lifecycle: Lifecycle, { name, trouble, clock }: Watched): Watch {
  let failingSince: number | undefined
  return {
    worked() {
      failingSince = undefined
      lifecycle.troubles.delete(name)
    },
    failed() {
      const now = clock.now().getTime()
      failingSince ??= now
      if (now - failingSince >= PATIENCE_MS) lifecycle.troubles.set(name, trouble)
    },
  }
}
