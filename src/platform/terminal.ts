/** What a person at the terminal reads: the banner of a start, the output of a command. Logs go through log.ts. */
export type Terminal = { print(text: string): void; complain(text: string): void }

export const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
}
