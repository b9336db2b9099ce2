// Runs the statement that accepts emails: for many calls at once, or for one in a transaction of its own.
import type { RawBuilder } from 'kysely'
import type { Database, Db, Trx } from '../../../platform/db/client.ts'
import { isDatabaseUnavailable, isDeadlock } from '../../../platform/db/failures/database-errors.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { insertAcceptedEmails, serializeCall } from './accept.queries.ts'
import type { AcceptedCall, AcceptedEmail, NewCall, SerializedCall } from './accept.queries.ts'

/** Null: nothing was written, because the content of the call has to be stored (again) first. */
export type AcceptResult = AcceptedEmail[] | null

type Run = (statement: RawBuilder<AcceptedCall>) => Promise<AcceptedCall[]>

/** In the order of the calls. Undefined for one that has to be given again. */
async function insertOnce(calls: readonly SerializedCall[], run: Run): Promise<(AcceptResult | undefined)[]> {
  const accepted = new Map<number, AcceptResult>()
  for (const { call, emails } of await run(insertAcceptedEmails(calls))) accepted.set(call, emails)
  return calls.map(({ call }) => accepted.get(call))
}

/** Again when somebody else made a contact of the call in the same moment: the next statement sees it. */
async function retryUntilInserted(accept: () => Promise<AcceptResult | undefined>): Promise<AcceptResult> {
  for (;;) {
    const emails = await accept()
    if (emails !== undefined) return emails
  }
}

/** Calls that come at the same time share a statement and its commit. */
export function createAcceptBatcher(
  database: Database,
): (projectId: ProjectId, call: NewCall) => Promise<AcceptResult> {
  let calls = 0
  const run: Run = (statement) => executePrepared(database, 'accept-emails', statement)
  const commit = createGroupCommit<SerializedCall & { projectId: ProjectId }, AcceptResult | undefined>({
    commit: (written) => insertOnce(written, run),
    // No two calls are in each other's way.
    keyOf: ({ call }) => String(call),
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  return async (projectId, call) => {
    calls = (calls + 1) % MOST_CALL
    const written = { ...serializeCall(calls, call), projectId }
    return retryUntilInserted(() => commit(written))
  }
}

// They are numbered by an integer of PostgreSQL.
const MOST_CALL = 2 ** 31

const runIn =
  (db: Db | Trx): Run =>
  async (statement) =>
    (await statement.execute(db)).rows

/** One call by itself, as part of the caller's transaction if there is one. */
export async function acceptOneCall(db: Db | Trx, call: NewCall): Promise<AcceptResult> {
  const written = serializeCall(0, call)
  return retryUntilInserted(async () => (await insertOnce([written], runIn(db)))[0])
}

// A statement of this size takes PostgreSQL some 20 ms. A larger call has one of its own.
const MOST_BYTES_TOGETHER = 1_000_000

/** Several calls in one transaction, each accepted or refused by itself; as few statements as they fit into. */
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

/** What the database refuses is halved until the call that it refuses is alone. */
async function acceptOrSplit(
  trx: Trx,
  calls: readonly SerializedCall[],
): Promise<PromiseSettledResult<AcceptResult>[]> {
  try {
    const accepted = await inSavepoint(trx, () => insertAll(trx, calls))
    return accepted.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    // Neither is about a call: the whole transaction has to be tried again.
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
