import type { TaskDeclaration } from './thread-task.ts'

/** The task ran longer than its limit and was terminated. */
export class ThreadTimeoutError extends Error {
  readonly limitMs: number

  constructor({ name, limitMs }: TaskDeclaration) {
    super(`${name} did not finish within ${limitMs} ms and was terminated`)
    this.name = 'ThreadTimeoutError'
    this.limitMs = limitMs
  }
}

/** The task needed more memory than a thread has. */
export class ThreadMemoryError extends Error {
  constructor({ name }: TaskDeclaration, options?: ErrorOptions) {
    super(`${name} needs more memory than a thread has`, options)
    this.name = 'ThreadMemoryError'
  }
}

/** The thread exited by itself or never started: a bug of ours, not of the caller. */
export class ThreadEndedError extends Error {
  constructor({ name }: TaskDeclaration, options?: ErrorOptions) {
    super(`the thread of ${name} exited before it answered`, options)
    this.name = 'ThreadEndedError'
  }
}
