// Several calls of /v1/send in one request. Each is accepted or refused by itself. With an Idempotency-Key all of them are
// written in the transaction that stores the answer; without one, each as if it had come alone.
import type { Trx } from '../../platform/db/client.ts'
import { isDatabaseAway, isDeadlock } from '../../platform/db/failures/database-errors.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { inSavepoint } from '../../platform/db/transactions/savepoint.ts'
import { MEGABYTE } from '../../platform/schemas/bounded.schema.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { createGate } from '../../platform/concurrency/gate.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { acceptCallsInTransaction } from '../delivery/index.ts'
import type { AcceptResult, EmailAnnouncer } from '../delivery/index.ts'
import { acceptAlone, answersOf, storeContent } from './accept-send.service.ts'
import type { SentEmail } from './accept-send.service.ts'
import type { Acceptance, PrepareSend } from './prepare-send.service.ts'
import type { SendRequest } from './send.schema.ts'

type Parts = {
  prepare: PrepareSend
  accept: (late: LateDb, acceptance: Acceptance) => Promise<SentEmail[]>
  announcer: EmailAnnouncer
}

type Batch = { projectId: ProjectId; requests: readonly SendRequest[] }
type Settled<T> = PromiseSettledResult<T>
type Result = Settled<SentEmail[]>

/** In the order of the requests. What is thrown is about all of them, and then nothing has been accepted. */
export type SendBatch = (late: LateDb, batch: Batch) => Promise<Result[]>

// Connections of the database that one batch uses at the same time. More would be faster for it and slower for everybody
// else: the pool has ten to twenty.
const CONNECTIONS = 4

// What is stored for each recipient, the variables, counts once per recipient, so a few large emails to many recipients
// become far more than was sent. Twice the largest body is more than any batch of one recipient per email needs.
const MOST_STORED_BYTES = 32 * MEGABYTE

export function createSendBatch({ prepare, accept, announcer }: Parts): SendBatch {
  return async (late, { projectId, requests }) => {
    const inTurn = createTurns(projectId)
    let bytes = 0
    const prepared = await inTurn(requests, CONNECTIONS, async (request) => {
      const acceptance = await prepare(late.db, { projectId, request })
      bytes += storedBytes(acceptance)
      return acceptance
    })
    throwIfAway(prepared)
    if (bytes > MOST_STORED_BYTES) throw tooLarge(bytes)
    const stored = await inTurn(prepared, CONNECTIONS, async (one) => {
      if (one.status === 'rejected') throw one.reason
      await storeContent(late.db, one.value)
      return one.value
    })
    throwIfAway(stored)
    const ready = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (ready.length === 0) return stored as PromiseRejectedResult[]

    const db = await late.begin()
    const accepted = db.isTransaction
      ? await acceptInOne(late, ready)
      : await acceptApart(ready, { inTurn, accept: (one) => accept(late, one) })
    announcer.announce(projectId)
    const results = accepted.values()
    return stored.map((one) => (one.status === 'rejected' ? one : (results.next().value as Result)))
  }
}

type InTurn = <Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Done>,
) => Promise<Settled<Done>[]>

/** Each item begins in a turn of its own, so that a hundred large ones never keep the main thread busy in one go. */
function createTurns(projectId: ProjectId): InTurn {
  return async (items, atOnce, work) => {
    const gate = createGate(atOnce)
    const run = async (item: (typeof items)[number]) => {
      const leave = await gate.enter(1)
      try {
        await heavyTurn(projectId)
        return await work(item)
      } finally {
        leave?.()
      }
    }
    return Promise.allSettled(items.map(run))
  }
}

/** While the database is away nothing has been accepted, and the whole request is worth repeating. */
function throwIfAway(results: readonly Settled<unknown>[]): void {
  for (const one of results) if (one.status === 'rejected' && isAway(one.reason)) throw one.reason
}

const isAway = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')

const storedBytes = ({ call }: Acceptance): number =>
  JSON.stringify(call.variables).length * call.emails.length

const tooLarge = (bytes: number): AppError =>
  invalidFields({
    field: 'emails',
    message: `must take at most ${MOST_STORED_BYTES / MEGABYTE} MB, with the data of each email counted once per recipient, not ${Math.ceil(bytes / MEGABYTE)} MB`,
    code: 'too_big',
  })

type Apart = { inTurn: InTurn; accept: (acceptance: Acceptance) => Promise<SentEmail[]> }

/**
 * Each in a statement of its own, or in one that it shares with others. Those that change contacts come first: somebody
 * who is subscribed by one email of the batch gets another that needs the subscription.
 */
async function acceptApart(ready: readonly Acceptance[], { inTurn, accept }: Apart): Promise<Result[]> {
  const { changing, others } = sorted(ready)
  const results = new Map<Acceptance, Result>()
  const run = async (those: readonly Acceptance[], atOnce: number) => {
    const settled = await inTurn(those, atOnce, accept)
    for (const [index, one] of those.entries()) results.set(one, settled[index] as Result)
  }
  await run(changing, CONNECTIONS)
  // They share statements, so that they take no connections of their own.
  await run(others, others.length)
  return ready.map((one) => results.get(one) as Result)
}

/** All in the transaction of the request. Content that is gone (see withContent) is stored again, and all begins anew. */
async function acceptInOne(late: LateDb, ready: readonly Acceptance[]): Promise<Result[]> {
  for (;;) {
    const trx = (await late.begin()) as Trx
    const accepted = await writeAll(trx, ready)
    const gone = ready.filter((_, index) => isGone(accepted[index]))
    if (gone.length === 0) return ready.map((one, index) => toSent(one, accepted[index]))
    await late.giveUp()
    for (const one of gone) {
      one.made.isStored = false
      await storeContent(late.db, one)
    }
  }
}

const isGone = (result: Settled<AcceptResult> | undefined) =>
  result?.status === 'fulfilled' && result.value === null

function toSent(acceptance: Acceptance, result: Settled<AcceptResult> | undefined): Result {
  if (result?.status !== 'fulfilled') return result as PromiseRejectedResult
  return { status: 'fulfilled', value: answersOf(acceptance, result.value ?? []) }
}

async function writeAll(trx: Trx, ready: readonly Acceptance[]): Promise<Settled<AcceptResult>[]> {
  const { changing, others } = sorted(ready)
  const results = new Map<Acceptance, Settled<AcceptResult>>()
  for (const one of changing) {
    results.set(one, await settle(() => inSavepoint(trx, () => acceptAlone(trx, one))))
  }
  const together = await acceptCallsInTransaction(
    trx,
    others.map(({ call }) => call),
  )
  for (const [index, one] of others.entries()) results.set(one, together[index] as Settled<AcceptResult>)
  return ready.map((one) => results.get(one) as Settled<AcceptResult>)
}

/** What is about this email becomes its result; what is about the transaction is thrown. */
async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (error) {
    if (isAway(error) || isDeadlock(error)) throw error
    return { status: 'rejected', reason: error }
  }
}

/**
 * Those that change contacts in the order of their addresses, which is the order in which everybody locks contacts
 * (ARCHITECTURE.md).
 */
function sorted(ready: readonly Acceptance[]): { changing: Acceptance[]; others: Acceptance[] } {
  const addressOf = ({ plan }: Acceptance) => plan.contacts.toSorted()[0] ?? ''
  const changing = ready.filter(({ change }) => change !== undefined)
  const others = ready.filter(({ change }) => change === undefined)
  return { changing: changing.toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1)), others }
}
