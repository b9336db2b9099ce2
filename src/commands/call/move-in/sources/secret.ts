// The token of the other service. It comes from a file, from the environment, or from a person at the terminal; as an argument it would be
// in the history of the shell and in the list of processes.
import { readFile } from 'node:fs/promises'
import type { Call, CommandOption } from '../../../command.ts'
import { canAsk, askSecret } from '../../../terminal/ask.ts'
import { UsageError } from '../../../usage-error.ts'
import { readVariable } from '../../environment.ts'
import { unreadable } from '../../resources/input.ts'

export const secretOptions = (variable: string): Readonly<Record<string, CommandOption>> => ({
  'token-file': { type: 'text', value: '<file>', summary: 'File with the token of the other service' },
  'token-env': {
    type: 'text',
    value: '<name>',
    summary: `Environment variable with the token; ${variable} by default`,
  },
})

export async function readSecret(
  call: Call,
  { variable, of }: { variable: string; of: string },
): Promise<string> {
  const [file, named] = [call.text('token-file'), call.text('token-env')]
  if (file !== undefined && named !== undefined) {
    throw new UsageError('--token-file and --token-env exclude each other.')
  }
  if (file !== undefined) return checked(await contentOf(file), `the file ${file}`)
  const value = readVariable(named ?? variable)
  if (value !== undefined) return checked(value, `the variable ${named ?? variable}`)
  if (named !== undefined) throw new UsageError(`The environment has no variable ${named}.`)
  if (!canAsk()) {
    throw new UsageError(`There is no token of ${of}. Set ${variable}, or name a file with --token-file.`)
  }
  return checked(await askSecret(`Token of ${of}: `, { signal: call.signal }), 'the answer')
}

const contentOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw unreadable(file, error)
  })

/** Header values take no other characters. The value itself is not part of the message. */
function checked(text: string, where: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError(`There must be a token in one word in ${where}.`)
}
