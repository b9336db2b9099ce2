/** What a person at the terminal reads: the banner of a start, the output of a command. Logs go through log.ts. */
export type Terminal = {
  print(text: string): void
  /**
   * For a person who may be watching. Where the output is a file or a pipe it holds the log, in which keys and lines that are
   * not JSON have no place: then it goes to standard error.
   */
  announce(text: string): void
  complain(text: string): void
  /** Why something could not be written, if that has happened: a full disk, a reader or a terminal that has gone. */
  failure(): Promise<Error | undefined>
}

let failed: Error | undefined

// Without listeners the first line that cannot be written would end the process, and leave its database running.
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
    // A stream tells of an error in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    return failed
  },
}
