// What an error of the database means. PostgreSQL's own errors carry a SQLSTATE; losing the connection does not.
import pg from 'pg'

export const DISK_FULL = '53100'

/**
 * SQLSTATEs that say "not now": shutting down, crashed, starting, on a standby, a disk that fails (58030), and a
 * statement that ran out of time or did not get its lock (57014, 55P03), after which nothing of it was written.
 */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '25006', '58030', '57014', '55P03'])

/** Classes of SQLSTATEs: 08 is a lost connection, 53 a server short of disk, memory or connections. */
const AWAY_CLASSES = new Set(['08', '53'])

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

/** What a file system says when it has no room: the disk, the quota of a user, or the largest file a process may write. */
const NO_ROOM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * True for errors that say nothing about the statement, only that the database could not carry it out now: it cannot be
 * reached, its disk is full, or it hangs. The same statement is worth trying again later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A host name with several addresses (localhost: ::1 and 127.0.0.1) fails with the errors of all of them in one.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway)
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    return AWAY_STATES.has(code) || AWAY_CLASSES.has(code.slice(0, 2))
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

/** Ran out of time, or did not get its lock. */
const TIME_OUT_STATES = new Set(['57014', '55P03'])

/** True for a statement that was ended because it took too long; nothing of it was written. */
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
  return error instanceof Error && NO_ROOM_CODES.has((error as NodeJS.ErrnoException).code ?? '')
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

/**
 * Classes of SQLSTATEs that are about what a statement says: values that cannot be, constraints, limits of the program,
 * triggers that raise, rows or indexes that are damaged. Not 42 (no such table, no permission): then nothing can be
 * written, and it is nobody's fault whose row is among them.
 */
const REFUSAL_CLASSES = new Set(['21', '22', '23', '27', '44', '54', 'P0', 'XX'])

/**
 * True for a statement that fails however often it is tried, because of what is in it: the database refuses it, or it
 * cannot even be written down. Anything else may pass, and is worth another try.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return REFUSAL_CLASSES.has((error.code ?? '').slice(0, 2))
  return (error instanceof RangeError || error instanceof TypeError) && !isDatabaseAway(error)
}

/** What may be shown of it to anybody: the SQLSTATE, or the kind of an error of ours. The message may quote a row. */
export function refusalCode(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `SQLSTATE ${error.code ?? 'unknown'}`
  return error instanceof Error ? error.name : 'unknown'
}
