import { writeSync } from 'node:fs'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { describeError } from './log-error.ts'
import { createLogOutput } from './log-output.ts'
import type { LogOutput } from './log-output.ts'
import { readableLine } from './readable-line.ts'

export type Log = Logger

// Paths of possible secrets in log entries. Values are removed, the key stays, so a log still shows that it was there.
const SECRET_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-postmark-server-token"]',
  'headers.authorization',
  'headers.cookie',
  'headers["x-postmark-server-token"]',
  '*.password',
  '*.digest',
  '*.key',
  '*.token',
  '*.privateKey',
]

/** Lines go to the standard output by default. */
export function createLog(level: string, output: Pick<LogOutput, 'write'> = standardOutput()): Log {
  const redact = { paths: SECRET_PATHS, censor: '[removed]' }
  return pino({ level, redact, base: null, serializers: { err: describeError } }, output)
}

let shared: LogOutput | undefined

const STANDARD_ERROR = 2

/** For commands whose standard output is their result. Call it before the first line. */
export function logToStandardError(): void {
  shared = createLogOutput({ send: (bytes) => writeSync(STANDARD_ERROR, bytes) })
  if (process.stderr.isTTY) shared = atTerminal(shared)
}

/**
 * Readable lines at a terminal, JSON elsewhere. One per process, shared by all logs and threads: waiting lines must not be
 * overtaken.
 */
export function standardOutput(): LogOutput {
  if (shared) return shared
  const output = createLogOutput({
    onLost: (count) =>
      createLog('warn').warn({ count }, 'lines of the log could not be written and are lost'),
  })
  process.on('exit', () => output.flushSync())
  shared = process.stdout.isTTY ? atTerminal(output) : output
  return shared
}

const atTerminal = (output: LogOutput): LogOutput => ({
  write: (line) => output.write(readableLine(line)),
  flushSync: () => output.flushSync(),
})
