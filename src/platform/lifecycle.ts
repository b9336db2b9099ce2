import type { Clock } from './clock.ts'

/** The state of the process. Requests are served while `ready`; before and after they get a 503. */
export type Lifecycle = {
  state: 'starting' | 'ready' | 'stopping'
  /** Failures of parts of this node, as sentences by name; GET /ready reports them. */
  troubles: Map<string, string>
  /** Problems for the operator that do not stop this node from serving, by name; GET /health lists them. */
  warnings: Map<string, string>
}

export const createLifecycle = (): Lifecycle => ({
  state: 'starting',
  troubles: new Map(),
  warnings: new Map(),
})

// A database that restarts or fails over is back by then, so the node stays in service.
const GRACE_MS = 30_000

export type Watch = { worked(): void; failed(): void }

type WatchWorkInput = { name: string; trouble: string; clock: Clock }

/** For work that is retried until it succeeds: reports trouble once it has failed for a while. */
export function watchWork(lifecycle: Lifecycle, { name, trouble, clock }: WatchWorkInput): Watch {
  let failingSince: number | undefined
  return {
    worked() {
      failingSince = undefined
      lifecycle.troubles.delete(name)
    },
    failed() {
      const now = clock.now().getTime()
      failingSince ??= now
      if (now - failingSince >= GRACE_MS) lifecycle.troubles.set(name, trouble)
    },
  }
}
