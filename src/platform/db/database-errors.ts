// What an error of the database means. PostgreSQL's own errors carry a SQLSTATE; losing the connection does not.
import pg from 'pg'

/** SQLSTATEs that say "not now": shutting down, crashed, starting, too many connections, on a standby. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25006'])
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// pg 8.23, kysely 0.29 and Node's sockets throw these without a code, or without saying in which call; the chaos test
// stops a database under load and fails with a 500 if an update of the driver changes a wording.
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'This socket has been ended by the other party',
  'Cannot call write after a stream was destroyed',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
]

/** True for errors that say nothing about the statement, only that the database could not be reached. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A host name with several addresses (localhost: ::1 and 127.0.0.1) fails with the errors of all of them in one.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway)
  if (error instanceof pg.DatabaseError) {
    return AWAY_STATES.has(error.code ?? '') || (error.code ?? '').startsWith('08')
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (
    code !== undefined &&
    AWAY_SYSTEM_CODES.has(code) &&
    (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
  ) {
    return true
  }
  return AWAY_MESSAGES.some((message) => error.message.startsWith(message))
}

/** The name of the constraint that a statement broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code?.startsWith('23') ? error.constraint : undefined
}

/** SQLSTATEs by which PostgreSQL ends a transaction for the sake of others: deadlock, serialization failure. */
const DEADLOCK_STATES = new Set(['40P01', '40001'])

/** True when the transaction was undone because others were in its way: the same again can succeed. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && DEADLOCK_STATES.has(error.code ?? '')
}
