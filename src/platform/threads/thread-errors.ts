import type { ThreadTask } from './thread-task.ts'

type Declared = Pick<ThreadTask<unknown, unknown>, 'name' | 'limitMs'>

/** The task ran longer than it may and was ended. What its caller asked for cannot be done in the time allowed. */
export class ThreadTimeoutError extends Error {
  readonly limitMs: number

  constructor({ name, limitMs }: Declared) {
    super(`${name} did not finish within ${limitMs} ms and was ended`)
    this.name = 'ThreadTimeoutError'
    this.limitMs = limitMs
  }
}

/** The task wanted more memory than a thread has. */
export class ThreadMemoryError extends Error {
  constructor({ name }: Declared, options?: ErrorOptions) {
    super(`${name} needs more memory than a thread has`, options)
    this.name = 'ThreadMemoryError'
  }
}

/** The thread ended by itself, or never came up: a bug of ours, not of the caller's. */
export class ThreadEndedError extends Error {
  constructor({ name }: Declared, options?: ErrorOptions) {
    super(`the thread of ${name} ended before it had an answer`, options)
    this.name = 'ThreadEndedError'
  }
}
