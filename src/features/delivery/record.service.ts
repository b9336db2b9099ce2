// Results of many connections, committed together every few milliseconds. A connection takes its next mail only when
// the result of its last one is on disk: so a kill repeats at most one mail a connection, and loses none.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Trx } from '../../platform/db/client.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { silence } from './silence.service.ts'
import { pauseSoftBouncers } from './soft-bounces.service.ts'
import { recordOutcomes } from './record.queries.ts'
import type { EmailOutcome } from './record.queries.ts'

// Long enough for the answers of other connections to join the commit, short beside what a receiver takes to answer.
const GATHER_MS = 4

// While the database is away results are kept and tried again; what waits for them holds still.
const RETRY_MS = 500

type Waiting = { outcome: EmailOutcome; resolve: (isRecorded: boolean) => void }

export type Recorder = {
  /** Resolves once the outcome is committed; false when the mail had been taken over by another worker. */
  record(outcome: EmailOutcome): Promise<boolean>
  /** Waits until nothing is left to write. */
  flush(): Promise<void>
}

type Parts = { database: Database; log: Log; owner: string }

export function createRecorder({ database, log, owner }: Parts): Recorder {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    const outcomes = batch.map((one) => one.outcome)
    const rows = outcomes.some((one) => isLost(one) || isSoftEnd(one))
      ? await database.db.transaction().execute((trx) => recordAndSilence(trx, { owner, outcomes }))
      : await executePrepared(database, 'record-outcomes', recordOutcomes(owner, outcomes))
    const recorded = new Set(rows.map((row) => row.id))
    for (const { outcome, resolve } of batch) resolve(recorded.has(outcome.emailId))
  }

  /** One by one, so that a result which cannot be written holds up nobody but its own connection. */
  const commitEach = async (batch: readonly Waiting[]): Promise<void> => {
    for (const one of batch) {
      try {
        await commit([one])
      } catch (error) {
        log.warn({ err: error, emailId: one.outcome.emailId }, 'a result could not be written; trying again')
        waiting.push(one)
      }
    }
  }

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await commit(batch)
      } catch {
        await sleep(RETRY_MS)
        await commitEach(batch)
      }
    }
  }

  const schedule = () => {
    writing ??= sleep(GATHER_MS)
      .then(write)
      .finally(() => (writing = undefined))
  }

  return {
    record(outcome) {
      return new Promise((resolve) => {
        waiting.push({ outcome, resolve })
        schedule()
      })
    },
    async flush() {
      while (writing) await writing
    },
  }
}

/** Nobody lives at the address. */
const isLost = (outcome: EmailOutcome): boolean => outcome.class === 'hard' && !outcome.isActed

/** Given up for a reason that may pass. */
const isSoftEnd = (outcome: EmailOutcome): boolean => outcome.class === 'soft' && !outcome.isActed

type Batch = { owner: string; outcomes: readonly EmailOutcome[] }

async function recordAndSilence(trx: Trx, { owner, outcomes }: Batch): Promise<{ id: EmailId }[]> {
  const { rows } = await recordOutcomes(owner, outcomes).execute(trx)
  const recorded = new Set(rows.map((row) => row.id))
  const ours = outcomes.filter((one) => recorded.has(one.emailId))
  await silence(trx, ours.filter(isLost), { reason: 'hard_bounce', source: 'smtp' })
  await pauseSoftBouncers(trx, ours.filter(isSoftEnd), { source: 'smtp' })
  return rows
}
