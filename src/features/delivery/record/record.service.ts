// Commits the results of many connections together. Connections go on meanwhile, until as many results are not on disk
// as a kill may repeat emails (hand-over-gates.ts). While the database is unreachable results are retried, and the
// connections wait.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Database, Trx } from '../../../platform/db/client.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { keepTrying } from '../../../platform/db/failures/keep-trying.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { watchWork } from '../../../platform/lifecycle.ts'
import { isOrdinary, recordOrdinary, recordOutcomes } from './record.queries.ts'
import type { EmailOutcome } from './record.queries.ts'
import { createResultFallback } from './refused.service.ts'
import { applyRefusals, lockContactsOf } from './suppress-recipients.service.ts'
import type { Refusal } from './suppress-recipients.service.ts'

/** `refused`: the database rejects it. The email is recorded as FAILED, or parked if that fails too. */
export type RecordResult = 'recorded' | 'taken over' | 'refused'

export type Recorder = {
  /**
   * Resolves once the outcome is committed, another worker has the email, or the database has rejected it. `mayWait`:
   * others come soon, so that they can share a statement.
   */
  record(outcome: EmailOutcome, options?: { mayWait?: boolean }): Promise<RecordResult>
}

type Parts = Pick<Deps, 'database' | 'log' | 'metrics' | 'clock' | 'lifecycle'> & {
  owner: string
  /** How many results that may wait are worth a statement. */
  gathered?: number
}

type Result = { outcome: EmailOutcome; mayWait: boolean }

export function createRecorder(parts: Parts): Recorder {
  const { database, log, owner, clock, lifecycle, gathered = 1 } = parts
  const commit = createGroupCommit<Result, boolean>({
    commit: (results) => writeOutcomes(database, { owner, outcomes: results.map(({ outcome }) => outcome) }),
    keyOf: ({ outcome }) => outcome.emailId,
    mayWait: ({ mayWait }) => mayWait,
    gathered,
  })
  const fallBack = createResultFallback(parts)
  const trouble = 'The results of emails cannot be stored, so no email is sent. The log has the reason.'
  const watch = watchWork(lifecycle, { name: 'record', trouble, clock })
  return {
    async record(outcome, { mayWait = false } = {}) {
      try {
        const isOurs = await keepTrying(
          () => commit({ outcome, mayWait }),
          (error) => {
            log.warn({ err: error, emailId: outcome.emailId }, 'a result could not be stored; trying again')
            watch.failed()
          },
        )
        watch.worked()
        return isOurs ? 'recorded' : 'taken over'
      } catch (error) {
        return (await fallBack(outcome, error)) ? 'refused' : 'taken over'
      }
    },
  }
}

type Batch = { owner: string; outcomes: readonly EmailOutcome[] }

/** Writes all or none. Returns whether each was recorded, in their order. */
async function writeOutcomes(database: Database, { owner, outcomes }: Batch): Promise<boolean[]> {
  const rows = await writeRows(database, { owner, outcomes })
  const recorded = new Set(rows.map((row) => row.id))
  return outcomes.map(({ emailId }) => recorded.has(emailId))
}

async function writeRows(database: Database, { owner, outcomes }: Batch): Promise<{ id: EmailId }[]> {
  if (outcomes.every(isOrdinary)) {
    return executePrepared(database, 'record-ordinary', recordOrdinary(owner, outcomes))
  }
  return outcomes.some((one) => refusalsOf(one).length > 0)
    ? inTransaction(database.db, (trx) => recordAndSuppress(trx, { owner, outcomes }))
    : executePrepared(database, 'record-outcomes', recordOutcomes(owner, outcomes))
}

/** One if the email was refused for good; a simulated refusal has no effect on its recipient. */
function refusalsOf(outcome: EmailOutcome): Refusal[] {
  const { projectId, contactId, emailId, address, at, class: verdict, reply, reason = '' } = outcome
  if (!verdict || outcome.isSimulated) return []
  const answer = reply ?? { text: reason, enhancedCode: null }
  return [{ projectId, contactId, emailId, address, at, class: verdict, answer }]
}

async function recordAndSuppress(trx: Trx, { owner, outcomes }: Batch): Promise<{ id: EmailId }[]> {
  await lockContactsOf(trx, outcomes.flatMap(refusalsOf))
  const { rows } = await recordOutcomes(owner, outcomes).execute(trx)
  const recorded = new Set(rows.map((row) => row.id))
  const ours = outcomes.filter((one) => recorded.has(one.emailId))
  await applyRefusals(trx, ours.flatMap(refusalsOf), { source: 'smtp' })
  return rows
}
