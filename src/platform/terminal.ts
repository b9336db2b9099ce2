/** Output for a person at the terminal: the banner of a start, the output of a command. Logs go through log.ts. */
export type Terminal = {
  /** Whether a person watches the standard output. Otherwise it is a file or a pipe that somebody keeps: the log. */
  readonly isWatched: boolean
  print(text: string): void
  /** For a person who may be watching. The log must not contain lines that are not JSON: then this goes to standard error. */
  announce(text: string): void
  complain(text: string): void
  /** Replaces the last line of standard error, if a person watches it; returns whether. */
  redraw(text: string): boolean
  /** The error of a failed write, if any: a full disk, a closed pipe or terminal. */
  failure(): Promise<Error | undefined>
}

const ERASE_REST_OF_LINE = '\u001b[K'

let failed: Error | undefined

// Without listeners the first failed write would end the process, and leave its database running.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: Error) => {
    failed ??= error
  })
}

export const terminal: Terminal = {
  isWatched: process.stdout.isTTY,
  print: (text) => process.stdout.write(`${text}\n`),
  announce: (text) => (process.stdout.isTTY ? process.stdout : process.stderr).write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  redraw(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r${text}${ERASE_REST_OF_LINE}`)
    return process.stderr.isTTY
  },
  failure: async () => {
    // A stream emits an error in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    return failed
  },
}
