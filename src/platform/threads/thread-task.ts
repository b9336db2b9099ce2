// A task for a worker thread is declared apart from the code that runs it, like a job: the caller needs the name, the
// limit and the types, not the libraries that the task loads.

export type ThreadTask<Input, Output> = {
  name: `${string}.${string}`
  /**
   * How long the task may run in a thread that is ready; waiting for one is not counted. After that the thread is
   * terminated and the caller gets a ThreadTimeoutError.
   */
  limitMs: number
  /** Never set: holds the types. */
  readonly shapes?: { input: Input; output: Output }
}

/** The part of a task that passes between threads. */
export type TaskDeclaration = Pick<ThreadTask<unknown, unknown>, 'name' | 'limitMs'>

/** Input and output are copied between threads, so they are plain data; a Buffer arrives as a Uint8Array. */
export function defineThreadTask<Input, Output>(
  declaration: Pick<ThreadTask<Input, Output>, 'name' | 'limitMs'>,
): ThreadTask<Input, Output> {
  return declaration
}
