// Work for a thread beside the main one is declared apart from the code that does it, like a job: whoever asks for it
// needs the name, the limit and the shapes, not the libraries that the work loads.

export type ThreadTask<Input, Output> = {
  name: `${string}.${string}`
  /**
   * How long it may run in a thread that is ready; waiting for one is not counted. Then the thread is ended in the
   * middle of what it does, and the caller gets a ThreadTimeoutError.
   */
  limitMs: number
  /** Never set: carries the types. */
  readonly shapes?: { input: Input; output: Output }
}

/** Input and output are copied between threads: plain data; a Buffer arrives as a Uint8Array. */
export function defineThreadTask<Input, Output>(
  declaration: Pick<ThreadTask<Input, Output>, 'name' | 'limitMs'>,
): ThreadTask<Input, Output> {
  return declaration
}
