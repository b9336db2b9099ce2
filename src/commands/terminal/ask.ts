// Questions to a person at the terminal, on standard error, so that a result on standard output stays alone.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'

/** Whether there is a person to ask. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

export async function ask(question: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question, { signal })).trim()
  } finally {
    reader.close()
  }
}

/** Shows nothing of the typed answer. */
export async function askSecret(question: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const reader = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    return (await reader.question('', { signal })).trim()
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

/** Reads the text that another program writes into ours. */
export const readInput = async (): Promise<string> => (await readAll(process.stdin)).trim()
