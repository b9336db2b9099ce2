// Values of options that are more than a text.
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { CommandFailure, EXIT } from '../../failure.ts'
import { UsageError } from '../../usage-error.ts'

const STANDARD_INPUT = '-'

/** An object of JSON; `option` is named when it is none. */
export function jsonObject(option: string, text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // The message below says the same.
  }
  throw new UsageError(`${option} must be an object of JSON, such as '{"name":"Ada"}'.`)
}

/** The content of a file; - is standard input. */
export async function fileText(file: string): Promise<string> {
  if (file === STANDARD_INPUT) return readAll(process.stdin)
  return readFile(file, 'utf8').catch((error: Error) => {
    throw unreadable(file, error)
  })
}

export async function fileBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error: Error) => {
    throw unreadable(file, error)
  })
}

export const unreadable = (file: string, { message }: Error): CommandFailure =>
  new CommandFailure(`${file} cannot be read: ${message}`, { exitStatus: EXIT.failure })

/** `true` or `false`; undefined if the option is absent. */
export function truth(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}

export const TRUTHS = ['true', 'false'] as const
