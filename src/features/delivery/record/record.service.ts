// Commits the results of many connections together. A connection begins its next email meanwhile, but sends its final
// dot only when the result of the last is on disk: so a kill repeats at most one email per connection, and loses none.
// While the database is unreachable results are retried, and the connections wait.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Database, Trx } from '../../../platform/db/client.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { keepTrying } from '../../../platform/db/failures/keep-trying.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { watchWork } from '../../../platform/lifecycle.ts'
import { suppress } from '../../suppressions/index.ts'
import { insertSenderRefusals } from '../tally/sender-refusals.queries.ts'
import { isOrdinary, recordOrdinary, recordOutcomes } from './record.queries.ts'
import type { EmailOutcome } from './record.queries.ts'
import { createResultFallback } from './refused.service.ts'
import { lockContactsOf, toSuppression, unsubscribeRefused } from './suppress-recipients.service.ts'
import { listSoftBounceSuppressions } from './soft-bounces.service.ts'

/** `refused`: the database rejects it. The email is recorded as FAILED, or parked if that fails too. */
export type RecordResult = 'recorded' | 'taken over' | 'refused'

export type Recorder = {
  /** Resolves once the outcome is committed, another worker has the email, or the database has rejected it. */
  record(outcome: EmailOutcome): Promise<RecordResult>
}

type Parts = Pick<Deps, 'database' | 'log' | 'metrics' | 'clock' | 'lifecycle'> & { owner: string }

export function createRecorder(parts: Parts): Recorder {
  const { database, log, owner, clock, lifecycle } = parts
  const commit = createGroupCommit<EmailOutcome, boolean>({
    commit: (outcomes) => writeOutcomes(database, { owner, outcomes }),
    keyOf: ({ emailId }) => emailId,
  })
  const fallBack = createResultFallback(parts)
  const trouble = 'The results of emails cannot be stored, so no email is sent. The log has the reason.'
  const watch = watchWork(lifecycle, { name: 'record', trouble, clock })
  return {
    async record(outcome) {
      try {
        const isOurs = await keepTrying(
          () => commit(outcome),
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
  return outcomes.some((one) => isHardBounce(one) || isSoftBounce(one) || isSenderRefusal(one))
    ? inTransaction(database.db, (trx) => recordAndSuppress(trx, { owner, outcomes }))
    : executePrepared(database, 'record-outcomes', recordOutcomes(owner, outcomes))
}

/** The mailbox does not exist. */
const isHardBounce = (outcome: EmailOutcome): boolean => outcome.class === 'hard' && !outcome.isSimulated

/** Given up for a temporary reason. */
const isSoftBounce = (outcome: EmailOutcome): boolean => outcome.class === 'soft' && !outcome.isSimulated

/** Permanently refused because of the sender or the content. */
const isSenderRefusal = (outcome: EmailOutcome): boolean =>
  outcome.class === 'policy' && !outcome.isSimulated && !outcome.retryAt

async function recordAndSuppress(trx: Trx, { owner, outcomes }: Batch): Promise<{ id: EmailId }[]> {
  await lockContactsOf(trx, outcomes.filter(isHardBounce))
  const { rows } = await recordOutcomes(owner, outcomes).execute(trx)
  const recorded = new Set(rows.map((row) => row.id))
  const ours = outcomes.filter((one) => recorded.has(one.emailId))
  const [first] = ours
  if (!first) return rows
  const bounced = ours.filter(isHardBounce)
  const why = { reason: 'hard_bounce', source: 'smtp' } as const
  await unsubscribeRefused(trx, bounced, why)
  // In one call, because they are locked in one order.
  const suppressions = [
    ...bounced.map((one) => toSuppression(one, why)),
    ...(await listSoftBounceSuppressions(trx, ours.filter(isSoftBounce), { source: 'smtp' })),
  ]
  await suppress(trx, suppressions, first.at)
  await insertSenderRefusals(
    trx,
    ours.filter(isSenderRefusal).map(({ projectId, address, at, reply, reason }) => ({
      projectId,
      address,
      answer: reply ?? { text: reason ?? '', enhancedCode: null },
      at,
    })),
  )
  return rows
}
