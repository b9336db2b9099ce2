// Results of many connections, committed together. A connection takes its next mail only when the result of its last one
// is on disk: so a kill repeats at most one mail a connection, and loses none.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Database, Trx } from '../../../platform/db/client.ts'
import { createGroupCommit } from '../../../platform/db/group-commit.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { EmailId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { suppress } from '../../suppressions/index.ts'
import { recordOutcomes } from './record.queries.ts'
import type { EmailOutcome } from './record.queries.ts'
import { lockContactsOf, toSuppression, unsubscribeRefused } from './silence.service.ts'
import { judgeSoftBounces } from './soft-bounces.service.ts'

// While the database is away a result is kept and tried again; the connection that waits for it holds still.
const RETRY_MS = 500

export type Recorder = {
  /** Resolves once the outcome is committed; false when the mail had been taken over by another worker. */
  record(outcome: EmailOutcome): Promise<boolean>
}

type Parts = { database: Database; log: Log; owner: string }

export function createRecorder({ database, log, owner }: Parts): Recorder {
  const commit = createGroupCommit<EmailOutcome, boolean>({
    commit: (outcomes) => writeOutcomes(database, { owner, outcomes }),
    keyOf: ({ emailId }) => emailId,
  })
  return {
    async record(outcome) {
      for (;;) {
        try {
          return await commit(outcome)
        } catch (error) {
          log.warn({ err: error, emailId: outcome.emailId }, 'a result could not be written; trying again')
          await sleep(RETRY_MS)
        }
      }
    },
  }
}

type Batch = { owner: string; outcomes: readonly EmailOutcome[] }

/** All or none. Whether each was recorded, in their order. */
async function writeOutcomes(database: Database, { owner, outcomes }: Batch): Promise<boolean[]> {
  const rows = outcomes.some((one) => isLost(one) || isSoftEnd(one))
    ? await inTransaction(database.db, (trx) => recordAndSilence(trx, { owner, outcomes }))
    : await executePrepared(database, 'record-outcomes', recordOutcomes(owner, outcomes))
  const recorded = new Set(rows.map((row) => row.id))
  return outcomes.map(({ emailId }) => recorded.has(emailId))
}

/** Nobody lives at the address. */
const isLost = (outcome: EmailOutcome): boolean => outcome.class === 'hard' && !outcome.isActed

/** Given up for a reason that may pass. */
const isSoftEnd = (outcome: EmailOutcome): boolean => outcome.class === 'soft' && !outcome.isActed

async function recordAndSilence(trx: Trx, { owner, outcomes }: Batch): Promise<{ id: EmailId }[]> {
  await lockContactsOf(trx, outcomes.filter(isLost))
  const { rows } = await recordOutcomes(owner, outcomes).execute(trx)
  const recorded = new Set(rows.map((row) => row.id))
  const ours = outcomes.filter((one) => recorded.has(one.emailId))
  const [first] = ours
  if (!first) return rows
  const lost = ours.filter(isLost)
  await unsubscribeRefused(trx, lost)
  // Together, because they are locked in one order.
  const suppressions = [
    ...lost.map((one) => toSuppression(one, { reason: 'hard_bounce', source: 'smtp' })),
    ...(await judgeSoftBounces(trx, ours.filter(isSoftEnd), { source: 'smtp' })),
  ]
  await suppress(trx, suppressions, first.at)
  return rows
}
