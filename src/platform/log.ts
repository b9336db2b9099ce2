import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

// Where a secret could stand in what we log. Values are removed, the key stays, so a log still shows that it was there.
const SECRET_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  '*.password',
  '*.digest',
  '*.key',
  '*.token',
]

export function createLog(level: string): Log {
  return pino({ level, redact: { paths: SECRET_PATHS, censor: '[removed]' }, base: null })
}
