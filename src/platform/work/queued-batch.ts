// One batch of queued rows, and its failures.
import { inTransaction } from '../db/client.ts'
import { isDatabaseUnavailable, isTimeOut } from '../db/failures/database-errors.ts'
import type { Deps } from '../deps.ts'
import type { ProjectId } from '../ids.ts'
import { pauseAfter } from './due-rows.ts'
import { claimQueued, postponeQueued } from './queued-rows.ts'
import type { QueuedRow } from './queued-rows.ts'
import type { QueuedWork } from './work-kinds.ts'

type Parts = Pick<Deps, 'database' | 'clock' | 'log'>

/**
 * Processes the oldest rows of a project and returns how many. None if another worker has the project.
 * @throws if the database is unavailable, or a row took too long and is postponed; the other rows are as they were, or done
 */
export async function runQueuedBatch(parts: Parts, kind: QueuedWork, projectId: ProjectId): Promise<number> {
  const attempt: Attempt = { projectId, claimed: [] }
  try {
    return await processRows(parts, kind, attempt)
  } catch (error) {
    // Without rows, the claim itself failed.
    if (isUnavailable(error) || attempt.claimed.length === 0) throw error
  }
  let processed = 0
  for (const row of attempt.claimed) processed += await processSingly(parts, kind, { projectId, row })
  return processed
}

/** A statement that takes too long is the fault of its row: it is postponed, so that others go on. */
const isUnavailable = (error: unknown) => isDatabaseUnavailable(error) && !isTimeOut(error)

/** `claimed`: the rows, for the caller to know after a failure. */
type Attempt = { projectId: ProjectId; claimed: QueuedRow[]; onlyId?: number }

async function processRows({ database, clock }: Parts, kind: QueuedWork, attempt: Attempt): Promise<number> {
  const { projectId, claimed, onlyId } = attempt
  return inTransaction(database.db, async (trx) => {
    const claim = { projectId, onlyId, limit: kind.batchSize, now: clock.now() }
    const rows = await claimQueued(trx, kind, claim)
    // Replaced, because a transaction that is retried after a deadlock claims them again.
    claimed.splice(0, claimed.length, ...rows)
    if (rows.length > 0) await kind.handle(trx, { projectId, rows })
    return rows.length
  })
}

async function processSingly(
  parts: Parts,
  kind: QueuedWork,
  { projectId, row }: { projectId: ProjectId; row: QueuedRow },
): Promise<number> {
  const { database, clock, log } = parts
  try {
    return await processRows(parts, kind, { projectId, claimed: [], onlyId: row.id })
  } catch (error) {
    if (isUnavailable(error)) throw error
    const details = { work: kind.name, projectId, id: row.id, ...kind.describe?.(row) }
    log.error({ err: error, ...details }, 'work failed and is put off')
    const runAt = new Date(clock.now().getTime() + pauseAfter(row.attempts + 1))
    await postponeQueued(database.db, kind, { projectId, row, runAt })
    // Each further row may take as long: the others wait for the next turn of the project.
    if (isTimeOut(error)) throw error
    return 0
  }
}
