// How an error appears in the log. Only the fields listed here are written: errors of the database carry the refused row
// (`detail`), the values of a statement (`where`) and even the connection.
import pg from 'pg'

/** Fields that help to find the cause, and contain our own or the system's names, never a caller's values. */
const FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'address',
  'port',
  'path',
] as const

// A chain of causes is two or three long; a circular one must end.
const MOST_CAUSES = 5

/** SQLSTATE class 22, "data exception": PostgreSQL quotes the invalid value at the end of the message. */
const DATA_EXCEPTION = '22'

export type LoggedError = {
  type: string
  message: string
  stack: string | undefined
  cause?: unknown
  errors?: unknown[]
} & Partial<Record<(typeof FIELDS)[number], unknown>>

/** The error as the log shows it; other thrown values unchanged. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const message = messageForLog(error)
  const known = error as Error & Record<string, unknown>
  const described: LoggedError = {
    type: error.constructor.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
  }
  for (const field of FIELDS) if (known[field] !== undefined) described[field] = known[field]
  if (depth >= MOST_CAUSES) return described
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
  if (error instanceof AggregateError) {
    described.errors = error.errors.map((one) => describeError(one, depth + 1))
  }
  return described
}

/** The message, without the value that PostgreSQL may have quoted in it. */
export function messageForLog(error: Error): string {
  const isData = error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION)
  return isData ? error.message.replace(/"[^]*"/, '"…"') : error.message
}
