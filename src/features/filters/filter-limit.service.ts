// What a filter may take of the database. Any filter can be written, and on a million contacts some need seconds; so a
// statement with one is ended in time, and a project has only a few of them running: the others of the project wait, and
// other projects do not notice.
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
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

/** Runs the statements of one filter within its limits. */
export type FilterRunner = <Result>(
  db: Db | Trx,
  work: { projectId: ProjectId; run: (trx: Trx) => Promise<Result> },
) => Promise<Result>

/** One for a node, shared by everything that runs filters for callers. */
export function createFilterRunner(): FilterRunner {
  const gate = createLaneGate({ perLane: AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  return async (db, { projectId, run }) => {
    const leave = await gate.enter(projectId)
    if (!leave) throw tooMany()
    try {
      return await inTransaction(db, (trx) => withLimit(trx, run))
    } catch (error) {
      throw isTimeOut(error) ? tooSlow(error) : error
    } finally {
      leave()
    }
  }
}

/** The limit ends with the work: a transaction that was open before goes on with the one it had. */
async function withLimit<Result>(trx: Trx, run: (trx: Trx) => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{
    before: string
  }>`select current_setting('statement_timeout') as before`.execute(trx)
  await setLimit(trx, `${FILTER_LIMIT_MS}ms`)
  const result = await run(trx)
  await setLimit(trx, rows[0]?.before ?? '0')
  return result
}

const setLimit = (trx: Trx, limit: string) =>
  sql`select set_config('statement_timeout', ${limit}, true)`.execute(trx)

const tooSlow = (cause: unknown) =>
  new AppError('BAD_REQUEST', {
    message: `The filter takes too long: it was stopped after ${FILTER_LIMIT_MS / 1000} seconds.`,
    suggestion:
      'Use fewer conditions, or equals and in instead of contains; in a list, total=false skips the count. docs/segments.md says which conditions are fast.',
    cause,
  })

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `Too many filters of this project are running: ${AT_ONCE} at a time, and the others wait up to ${WAIT_MS / 1000} seconds.`,
    suggestion: 'Repeat the request after the time in Retry-After.',
  })
