import type { Context } from 'liquidjs'
import { LimitError } from './template-problem.ts'

/** A limit on the CPU time of this thread, from the first check on. */
export class TimeLimit {
  readonly #limitMs: number
  #startedMs: number | undefined
  /** Wall time before which the limit cannot be reached. */
  #notBefore = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** @throws LimitError */
  check(now: number): void {
    if (now < this.#notBefore) return
    const ms = cpuTimeMs()
    this.#startedMs ??= ms
    const left = this.#limitMs - (ms - this.#startedMs)
    if (left <= 0) throw new LimitError('the template takes too long')
    this.#notBefore = now + left
  }

  /** For the library, which passes wall time to `check`. */
  asLimiter(): Context['renderLimit'] {
    return this as unknown as Context['renderLimit']
  }
}

/** CPU time of this thread only. */
function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
