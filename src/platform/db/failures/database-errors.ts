// Classifies errors of the database. PostgreSQL's own errors carry a SQLSTATE; a lost connection does not.
import pg from 'pg'

export const DISK_FULL = '53100'

/**
 * SQLSTATEs of a temporary problem: shutting down, crashed, starting, on a standby, a failing disk (58030), and a statement
 * that timed out or did not get its lock (57014, 55P03), which wrote nothing.
 */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '25006', '58030', '57014', '55P03'])

/** Classes of SQLSTATEs: 08 is a lost connection, 53 a server short of disk, memory or connections. */
const UNAVAILABLE_CLASSES = new Set(['08', '53'])

const UNAVAILABLE_SYSTEM_CODES = new Set([
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
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'This socket has been ended by the other party',
  'Cannot call write after a stream was destroyed',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
]

/** File system errors without space: the disk, the quota of a user, or the largest file of a process. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * True for errors that say nothing about the statement, only that the database could not execute it now: it cannot be
 * reached, its disk is full, or it hangs. A later retry can succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A host name with several addresses (localhost: ::1 and 127.0.0.1) fails with the errors of all of them in one.
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable)
  }
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    return UNAVAILABLE_STATES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2))
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (
    code !== undefined &&
    UNAVAILABLE_SYSTEM_CODES.has(code) &&
    (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
  ) {
    return true
  }
  return UNAVAILABLE_MESSAGES.some((message) => error.message.startsWith(message))
}

/** Timed out, or did not get its lock. */
const TIME_OUT_STATES = new Set(['57014', '55P03'])

/** True for a statement that was ended because it took too long; it wrote nothing. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && TIME_OUT_STATES.has(error.code ?? '')
}

/** True when the server had too little memory, perhaps because the statement was too large. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53200'
}

/** Whether the disk of the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL
}

/** Whether a disk of this machine is full, as the file system says it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')
}

/** The name of the violated constraint, if that is the error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code?.startsWith('23') ? error.constraint : undefined
}

/** SQLSTATEs of a transaction that PostgreSQL ended in favor of others: deadlock, serialization failure. */
const DEADLOCK_STATES = new Set(['40P01', '40001'])

/** True for an error of the database, whatever its reason. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseUnavailable(error)

/** True for a statement on a standby that was ended because what it reads has been removed on the primary. */
export const isReplayConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '40001'

/** True when the transaction was rolled back because of concurrent ones: a retry can succeed. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && DEADLOCK_STATES.has(error.code ?? '')
}

/** SQLSTATEs of a schema change that another session was in the way of: lock not available, deadlock. */
const LOCK_BUSY_STATES = new Set(['55P03', '40P01'])

/** True when the locks of the schema change were taken: it wrote nothing, and a retry succeeds once they are free. */
export function isLockBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCK_BUSY_STATES.has(error.code ?? '')
}

/**
 * SQLSTATE classes about the content of a statement: invalid values, constraints, program limits, raising triggers, damaged
 * rows or indexes. Not 42 (no such table, no permission): then nothing can be written, and no single row is the cause.
 */
const REFUSAL_CLASSES = new Set(['21', '22', '23', '27', '44', '54', 'P0', 'XX'])

/**
 * True for a statement that fails on every attempt because of its content: the database refuses it, or it cannot be
 * serialized. Anything else may be temporary, and is worth a retry.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return REFUSAL_CLASSES.has((error.code ?? '').slice(0, 2))
  return (error instanceof RangeError || error instanceof TypeError) && !isDatabaseUnavailable(error)
}

/** A code that is safe to show: the SQLSTATE, or the name of our own error. The message may quote a row. */
export function refusalCode(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `SQLSTATE ${error.code ?? 'unknown'}`
  return error instanceof Error ? error.name : 'unknown'
}
