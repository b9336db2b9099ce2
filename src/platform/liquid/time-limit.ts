import type { Context } from 'liquidjs'
import { LimitError } from './template-problem.ts'

/** How long this thread may be at work; begins when it is first asked. */
export class TimeLimit {
  readonly #limitMs: number
  #startedMs: number | undefined
  /** Before that moment on the wall the time cannot be up. */
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

  /** What the library wants: it checks with the time on the wall. */
  asLimiter(): Context['renderLimit'] {
    return this as unknown as Context['renderLimit']
  }
}

/** Of this thread alone. */
function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
