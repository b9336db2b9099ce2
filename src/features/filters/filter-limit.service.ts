// What a filter may take of the database. Any filter can be written, and on a million contacts some need seconds; so a
// statement with one is ended in time, and a project has only a few of them running: the others of the project wait, and
// other projects do not notice.
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { isTimeOut } from '../../platform/db/failures/database-errors.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createLaneGate } from '../../platform/concurrency/lane-gate.ts'

/** Shorter than the limit of other statements. Whoever types a filter waits for its count, and would not wait longer. */
export const FILTER_LIMIT_MS = 5_000

// Of the ten or more connections of a node. One project with two slow filters leaves the rest to the others.
const AT_ONCE = 2

// As long as a filter may take: who waits longer would be behind several that run into their limit.
const WAIT_MS = 5_000

// More would only wait in vain.
const MOST_WAITING = 20

/**
 * What a statement with a filter may use for sorting and hashing (twice that for hashing). With the 4 MB that PostgreSQL
 * gives by default, "has this event" beside an OR is no longer looked up in a hash table from some 200,000 events on but
 * searched anew for each contact, which takes hours. AT_ONCE bounds how often a project has it.
 */
const FILTER_MEMORY = '64MB'

/**
 * A filter reads many contacts and finds few, so several processes share it well. By default PostgreSQL takes the start of
 * a process for a thousand pages read, and handing over a row for ten rows looked at, which is far too much where the
 * pages are in memory: counting 340,000 of a million contacts took 3 s in one process.
 */
const SHARING_COSTS = { setup: '100', row: '0.001' }

/** To the end of the transaction. For jobs; callers have it by FilterRunner. */
export async function giveFilterMemory(trx: Trx): Promise<void> {
  await sql`select set_config('work_mem', ${FILTER_MEMORY}, true)`.execute(trx)
}

/** Runs the statements of one filter within its limits. */
export type FilterRunner = <Result>(
  db: Db | Trx,
  work: {
    projectId: ProjectId
    run: (trx: Trx) => Promise<Result>
    /** How long a statement may take, if not as long as others. */
    limitMs?: number
    /** How long to wait for other filters of the project, if not as long as others. */
    waitMs?: number
    /** Aborted when the caller goes away: the statement is then ended at once. */
    signal?: AbortSignal
  },
) => Promise<Result>

/** One for a node, shared by everything that runs filters for callers. */
export function createFilterRunner({ db: beside }: Pick<Database, 'db'>): FilterRunner {
  const gate = createLaneGate({ perLane: AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  return async (db, { projectId, run, signal, waitMs, limitMs = FILTER_LIMIT_MS }) => {
    const leave = await gate.enter(projectId, waitMs)
    if (!leave) throw tooMany()
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

/** The limit ends with the work: a transaction that was open before goes on with the one it had. */
async function withLimit<Result>(
  trx: Trx,
  { run, signal, beside, limitMs }: Limited<Result>,
): Promise<Result> {
  const { rows } = await sql<Before>`
    select current_setting('statement_timeout') as limit, current_setting('work_mem') as memory,
      current_setting('parallel_setup_cost') as setup, current_setting('parallel_tuple_cost') as row, pg_backend_pid() as pid
  `.execute(trx)
  const own = { memory: FILTER_MEMORY, ...SHARING_COSTS }
  const [before = { limit: '0', pid: 0, ...own }] = rows
  await setLimits(trx, { limit: `${limitMs}ms`, ...own })
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

type Limited<Result> = {
  run: (trx: Trx) => Promise<Result>
  signal: AbortSignal | undefined
  /** Another connection: that of the statement is busy with it. */
  beside: Db
  limitMs: number
}

/**
 * Until what it returns is called. That waits for a cancellation that is under way: the connection goes back to the pool
 * then, and the next statement on it belongs to somebody else.
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

/** What fails here is left to the limit, which ends the statement a little later. */
async function cancelStatement(db: Db, pid: number): Promise<void> {
  await sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => undefined)
}

type Limits = { limit: string; memory: string; setup: string; row: string }
type Before = Limits & { pid: number }

const setLimits = (trx: Trx, { limit, memory, setup, row }: Limits) =>
  sql`select set_config('statement_timeout', ${limit}, true), set_config('work_mem', ${memory}, true),
    set_config('parallel_setup_cost', ${setup}, true), set_config('parallel_tuple_cost', ${row}, true)`.execute(
    trx,
  )

const tooSlow = (limitMs: number, cause: unknown) =>
  new AppError('BAD_REQUEST', {
    message: `The filter takes too long: it was stopped after ${limitMs / 1000} seconds.`,
    suggestion:
      'Use fewer conditions, or equals and in instead of contains; in a list, total=false skips the count. docs/segments.md says which conditions are fast.',
    cause,
  })

/** Whether a filter was stopped because it took longer than it may. */
export const isTooSlow = (error: unknown): boolean => error instanceof AppError && isTimeOut(error.cause)

/** Nobody reads it. */
const callerGone = (cause?: unknown) =>
  new AppError('BAD_REQUEST', { message: 'The caller went away before the filter was done.', cause })

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `Too many filters of this project are running: ${AT_ONCE} at a time, and the others wait up to ${WAIT_MS / 1000} seconds.`,
    suggestion: 'Repeat the request after the time in Retry-After.',
  })
