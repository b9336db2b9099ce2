// A task for a worker thread is declared apart from the code that runs it, like a job: the caller needs the name, the
// limit and the types, not the libraries that the task loads.

export type ThreadTask<Input, Output> = {
  name: `${string}.${string}`
  /**
   * The processor time that the task may use; waiting for a thread or a processor is not counted, up to eight times as
   * long. After that the thread is terminated and the caller gets a ThreadTimeoutError.
   */
  limitMs: number
  /** The heap of its thread, for tasks that need less than others and take what strangers send. Such tasks share a thread of their own. */
  memoryMb?: number
  /** Never set: holds the types. */
  readonly shapes?: { input: Input; output: Output }
}

/** The part of a task that passes between threads. */
export type TaskDeclaration = Pick<ThreadTask<unknown, unknown>, 'name' | 'limitMs' | 'memoryMb'>

/** Input and output are copied between threads, so they are plain data; a Buffer arrives as a Uint8Array. */
export function defineThreadTask<Input, Output>(
  declaration: Pick<ThreadTask<Input, Output>, 'name' | 'limitMs' | 'memoryMb'>,
): ThreadTask<Input, Output> {
  return declaration
}
