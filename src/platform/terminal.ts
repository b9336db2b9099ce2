/** Output for a person at the terminal: the banner of a start, the output of a command. Logs go through log.ts. */
export type Terminal = {
  print(text: string): void
  /**
   * For a person who may be watching. If the output is a file or a pipe, it is the log, which must not contain keys or
   * lines that are not JSON: then this goes to standard error.
   */
  announce(text: string): void
  complain(text: string): void
  /** The error of a failed write, if any: a full disk, a closed pipe or terminal. */
  failure(): Promise<Error | undefined>
}

let failed: Error | undefined

// Without listeners the first failed write would end the process, and leave its database running.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: Error) => {
    failed ??= error
  })
}

export const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  announce: (text) => (process.stdout.isTTY ? process.stdout : process.stderr).write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  failure: async () => {
    // A stream emits an error in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    return failed
  },
}
