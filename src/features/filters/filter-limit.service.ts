// Limits on the database work of filters. Callers can write any filter, and on a million contacts some need seconds. So the
// statement of a filter has a time limit, and each project runs only a few at once: its further filters wait, without an effect
// on other projects.
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { isTimeOut } from '../../platform/db/failures/database-errors.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createLaneGate } from '../../platform/concurrency/lane-gate.ts'

/** Shorter than the limit of other statements: people who edit a filter wait for its count. */
const FILTER_LIMIT_MS = 5_000

// A node has ten or more connections. A project with two slow filters leaves the rest to the others.
const AT_ONCE = 2

// The time limit of a filter: a longer wait means that several others have reached theirs.
const WAIT_MS = 5_000

// More would time out anyway.
const MOST_WAITING = 20

/**
 * Memory of a statement for sorting and hashing (twice that for hashing). With PostgreSQL's default of 4 MB, "has this event" next
 * to an OR does not fit into a hash table from about 200,000 events on and is searched again for each contact, which takes hours.
 * AT_ONCE limits how often a project uses it.
 */
const FILTER_MEMORY = '64MB'

/**
 * A filter reads many contacts and finds few, so it parallelizes well. By default PostgreSQL assumes that starting a process costs
 * as much as reading a thousand pages, and passing a row as much as reading ten, which is far too high for pages in memory:
 * counting 340,000 of a million contacts took 3 s in one process.
 */
const PARALLEL_COSTS = { setup: '100', row: '0.001' }

/** Until the end of the transaction. For jobs; FilterRunner does it for requests. */
export async function setFilterMemory(trx: Trx): Promise<void> {
  await sql`select set_config('work_mem', ${FILTER_MEMORY}, true)`.execute(trx)
}

export type FilterRunner = <Result>(
  db: Db | Trx,
  work: {
    projectId: ProjectId
    run: (trx: Trx) => Promise<Result>
    /** Time limit of a statement. Default: FILTER_LIMIT_MS. */
    limitMs?: number
    /** How long to wait for other filters of the project. Default: WAIT_MS. */
    waitMs?: number
    /** Aborted when the caller disconnects, which cancels the statement. */
    signal?: AbortSignal
  },
) => Promise<Result>

/** One per node, shared by everything that runs filters for requests. */
export function createFilterRunner({ db: primary }: Pick<Database, 'db'>): FilterRunner {
  const gate = createLaneGate({ perLane: AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  return async (db, { projectId, run, signal, waitMs, limitMs = FILTER_LIMIT_MS }) => {
    const leave = await gate.enter(projectId, waitMs)
    if (!leave) throw tooMany()
    // A statement is cancelled on the server that runs it, which may be a standby.
    const beside = db.isTransaction ? primary : (db as Db)
    try {
      if (signal?.aborted) throw callerGone()
      return await inTransaction(db, (trx) => withLimit(trx, { run, signal, beside, limitMs }))
    } catch (error) {
      if (signal?.aborted) throw callerGone(error)
      throw isTimeOut(error) ? tooSlow(limitMs, error) : error
    } finally {
      leave()
    }
  }
}

/** Restores the previous limits afterwards, because the transaction may have been open before. */
async function withLimit<Result>(
  trx: Trx,
  { run, signal, beside, limitMs }: LimitedWork<Result>,
): Promise<Result> {
  const { rows } = await sql<Limits & { pid: number }>`
    select current_setting('statement_timeout') as limit, current_setting('work_mem') as memory,
      current_setting('parallel_setup_cost') as setup, current_setting('parallel_tuple_cost') as row, pg_backend_pid() as pid
  `.execute(trx)
  const costs = { memory: FILTER_MEMORY, ...PARALLEL_COSTS }
  const [before = { limit: '0', pid: 0, ...costs }] = rows
  await setLimits(trx, { limit: `${limitMs}ms`, ...costs })
  const stopWatching = cancelWhenGone(signal, () => cancelStatement(beside, before.pid))
  try {
    const result = await run(trx)
    await stopWatching()
    await setLimits(trx, before)
    return result
  } finally {
    await stopWatching()
  }
}

type LimitedWork<Result> = {
  run: (trx: Trx) => Promise<Result>
  signal: AbortSignal | undefined
  /** A second connection: that of the statement is busy. */
  beside: Db
  limitMs: number
}

/**
 * Returns a function that removes the listener and waits for a running cancellation: afterwards the connection returns to the
 * pool, and its next statement belongs to another request.
 */
function cancelWhenGone(signal: AbortSignal | undefined, cancel: () => Promise<void>): () => Promise<void> {
  let cancelling: Promise<void> | undefined
  const onAbort = () => {
    cancelling ??= cancel()
  }
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return async () => {
    signal?.removeEventListener('abort', onAbort)
    await cancelling
  }
}

/** If this fails, the time limit ends the statement a little later. */
async function cancelStatement(db: Db, pid: number): Promise<void> {
  await sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => undefined)
}

type Limits = { limit: string; memory: string; setup: string; row: string }

const setLimits = (trx: Trx, { limit, memory, setup, row }: Limits) =>
  sql`select set_config('statement_timeout', ${limit}, true), set_config('work_mem', ${memory}, true),
    set_config('parallel_setup_cost', ${setup}, true), set_config('parallel_tuple_cost', ${row}, true)`.execute(
    trx,
  )

const tooSlow = (limitMs: number, cause: unknown) =>
  new AppError('BAD_REQUEST', {
    message: `The filter takes too long: it was stopped after ${limitMs / 1000} seconds.`,
    suggestion:
      'Use fewer conditions, or equals and in instead of contains; in a list, total=false skips the count. docs/segments.md lists which conditions are fast.',
    cause,
  })

/** Whether a filter was stopped by its time limit. */
export const isTooSlow = (error: unknown): boolean => error instanceof AppError && isTimeOut(error.cause)

/** The caller is gone, so nobody reads this message. */
const callerGone = (cause?: unknown) =>
  new AppError('BAD_REQUEST', { message: 'The caller disconnected before the filter was done.', cause })

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `Too many filters of this project are running: ${AT_ONCE} at a time, and the others wait up to ${WAIT_MS / 1000} seconds.`,
    suggestion: 'Repeat the request after the time in Retry-After.',
  })
