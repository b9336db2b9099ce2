// Accepts emails, of many calls in one statement or of one call in the caller's transaction.
import type { RawBuilder } from 'kysely'
import type { Database, Db, Trx } from '../../../platform/db/client.ts'
import { isDatabaseUnavailable, isDeadlock } from '../../../platform/db/failures/database-errors.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { insertAcceptedEmails, serializeCall } from './accept.queries.ts'
import type { AcceptedCall, AcceptedEmail, NewCall, SerializedCall } from './accept.queries.ts'

/** Null if nothing was written, because the content of the call has to be stored (again) first. */
export type AcceptResult = AcceptedEmail[] | null

type Run = (statement: RawBuilder<AcceptedCall>) => Promise<AcceptedCall[]>

/** Results in the order of the calls; undefined for a call that has to be repeated. */
async function insertOnce(calls: readonly SerializedCall[], run: Run): Promise<(AcceptResult | undefined)[]> {
  const accepted = new Map<number, AcceptResult>()
  for (const { call, emails } of await run(insertAcceptedEmails(calls))) accepted.set(call, emails)
  return calls.map(({ call }) => accepted.get(call))
}

/** Repeats a call while another transaction creates one of its contacts: the next statement sees the contact. */
async function retryUntilInserted(accept: () => Promise<AcceptResult | undefined>): Promise<AcceptResult> {
  for (;;) {
    const emails = await accept()
    if (emails !== undefined) return emails
  }
}

/** Batches calls that arrive at the same time into one statement and commit. */
export function createAcceptBatcher(
  database: Database,
): (projectId: ProjectId, call: NewCall) => Promise<AcceptResult> {
  let calls = 0
  const run: Run = (statement) => executePrepared(database, 'accept-emails', statement)
  const commit = createGroupCommit<SerializedCall & { projectId: ProjectId }, AcceptResult | undefined>({
    commit: (written) => insertOnce(written, run),
    // Calls never conflict.
    keyOf: ({ call }) => String(call),
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  return async (projectId, call) => {
    calls = (calls + 1) % CALL_NUMBERS
    const written = { ...serializeCall(calls, call), projectId }
    return retryUntilInserted(() => commit(written))
  }
}

// The number of a call is an integer of PostgreSQL.
const CALL_NUMBERS = 2 ** 31

const runIn =
  (db: Db | Trx): Run =>
  async (statement) =>
    (await statement.execute(db)).rows

/** Accepts one call, in the caller's transaction if there is one. */
export async function acceptOneCall(db: Db | Trx, call: NewCall): Promise<AcceptResult> {
  const written = serializeCall(0, call)
  return retryUntilInserted(async () => (await insertOnce([written], runIn(db)))[0])
}

// A statement of this size takes PostgreSQL some 20 ms. A larger call gets a statement of its own.
const MOST_BYTES_TOGETHER = 1_000_000

/** Accepts calls in one transaction and few statements; each call succeeds or fails by itself. */
export async function acceptCallsInTransaction(
  trx: Trx,
  calls: readonly NewCall[],
): Promise<PromiseSettledResult<AcceptResult>[]> {
  const results: PromiseSettledResult<AcceptResult>[] = []
  let group: SerializedCall[] = []
  let bytes = 0
  const flush = async () => {
    if (group.length > 0) results.push(...(await acceptOrSplit(trx, group)))
    group = []
    bytes = 0
  }
  for (const [index, call] of calls.entries()) {
    const written = serializeCall(index, call)
    if (bytes + written.bytes > MOST_BYTES_TOGETHER) await flush()
    group.push(written)
    bytes += written.bytes
  }
  await flush()
  return results
}

/** Halves a group that the database rejects, until the rejected call is alone. */
async function acceptOrSplit(
  trx: Trx,
  calls: readonly SerializedCall[],
): Promise<PromiseSettledResult<AcceptResult>[]> {
  try {
    const accepted = await inSavepoint(trx, () => insertAll(trx, calls))
    return accepted.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    // Neither error is about a call: the whole transaction has to be repeated.
    if (isDatabaseUnavailable(error) || isDeadlock(error)) throw error
    if (calls.length === 1) return [{ status: 'rejected', reason: error }]
    const half = Math.ceil(calls.length / 2)
    return [
      ...(await acceptOrSplit(trx, calls.slice(0, half))),
      ...(await acceptOrSplit(trx, calls.slice(half))),
    ]
  }
}

async function insertAll(trx: Trx, calls: readonly SerializedCall[]): Promise<AcceptResult[]> {
  const accepted = new Map<number, AcceptResult>()
  for (let left = calls; left.length > 0; left = calls.filter(({ call }) => !accepted.has(call))) {
    const results = await insertOnce(left, runIn(trx))
    for (const [index, { call }] of left.entries()) {
      const emails = results[index]
      if (emails !== undefined) accepted.set(call, emails)
    }
  }
  return calls.map(({ call }) => accepted.get(call) ?? null)
}
