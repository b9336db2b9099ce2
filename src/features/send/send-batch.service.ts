// Several calls of /v1/send in one request, each accepted or refused by itself. With an Idempotency-Key all of them are
// written in the transaction that stores the answer; without one, each is written like a single call.
import type { Trx } from '../../platform/db/client.ts'
import { isDatabaseUnavailable, isDeadlock } from '../../platform/db/failures/database-errors.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { inSavepoint } from '../../platform/db/transactions/savepoint.ts'
import { MEGABYTE } from '../../platform/schemas/bounded.schema.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { createGate } from '../../platform/concurrency/gate.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { acceptCallsInTransaction } from '../delivery/index.ts'
import type { AcceptResult, EmailAnnouncer } from '../delivery/index.ts'
import { throwFirstRefusal } from '../../platform/batch-refusal.ts'
import { needsTransaction, updateContactsAndAccept, toSentEmails } from './accept-send.service.ts'
import type { ContentStore, SentEmail } from './accept-send.service.ts'
import type { PreparedSend, PrepareSend, SendCall } from './prepare-send.service.ts'
import type { SendRequest } from './send.schema.ts'

type Parts = {
  prepare: PrepareSend
  contents: ContentStore
  accept: (late: LateDb, prepared: PreparedSend) => Promise<SentEmail[]>
  announcer: EmailAnnouncer
}

type Batch = Pick<SendCall, 'projectId' | 'source' | 'trace'> & {
  requests: readonly SendRequest[]
  isAllOrNothing: boolean
}
type SettledResult<T> = PromiseSettledResult<T>
type Result = SettledResult<SentEmail[]>

/** In the order of the requests. An exception means that none of them was accepted. */
export type SendBatch = (late: LateDb, batch: Batch) => Promise<Result[]>

// Database connections that one batch uses at the same time. More would speed it up and slow down everybody else: the pool
// has ten to twenty.
const CONNECTIONS = 4

// Variables are stored once per recipient, so a few large emails to many recipients take far more space than the request.
// Twice the largest body is more than any batch with one recipient per email needs.
const MOST_STORED_BYTES = 32 * MEGABYTE

export function createSendBatch({ prepare, contents, accept, announcer }: Parts): SendBatch {
  return async (late, { projectId, source, trace, requests, isAllOrNothing }) => {
    const inTurn = createTurns(projectId)
    let bytes = 0
    const prepared = await inTurn(requests, CONNECTIONS, async (request) => {
      const one = await prepare(late.db, { projectId, source, trace, request })
      bytes += storedBytes(one)
      return one
    })
    throwIfUnavailable(prepared)
    if (isAllOrNothing) throwFirstRefusal(prepared)
    if (bytes > MOST_STORED_BYTES) throw tooLarge(bytes)
    const stored = await inTurn(prepared, CONNECTIONS, async (one) => {
      if (one.status === 'rejected') throw one.reason
      await contents.store(late.db, one.value)
      return one.value
    })
    throwIfUnavailable(stored)
    if (isAllOrNothing) throwFirstRefusal(stored)
    const ready = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (ready.length === 0) return stored as PromiseRejectedResult[]

    const db = await late.begin()
    if (isAllOrNothing && !db.isTransaction) requireNoCoupons(ready)
    const accepted = db.isTransaction
      ? await acceptBatchInTransaction(late, { ready, contents })
      : await acceptBatchSeparately(ready, { inTurn, accept: (one) => accept(late, one) })
    if (isAllOrNothing) throwFirstRefusal(accepted)
    announcer.announce(projectId)
    const results = accepted.values()
    return stored.map((one) => (one.status === 'rejected' ? one : (results.next().value as Result)))
  }
}

/** Whether there are codes left turns out as the emails are written, and only a transaction of all of them can be undone. */
function requireNoCoupons(ready: readonly PreparedSend[]): void {
  if (ready.every(({ couponKeys }) => couponKeys.length === 0)) return
  throw invalidFields({
    field: 'allOrNothing',
    message: 'needs an Idempotency-Key, because an email of the batch gives out coupon codes',
    code: 'custom',
  })
}

type InTurn = <Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Done>,
) => Promise<SettledResult<Done>[]>

/** Starts each item in a turn of its own, so that a hundred large ones never block the main thread in one go. */
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

/** Without a database nothing has been accepted, and the caller should repeat the whole request. */
function throwIfUnavailable(results: readonly SettledResult<unknown>[]): void {
  for (const one of results) if (one.status === 'rejected' && isUnavailable(one.reason)) throw one.reason
}

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')

const storedBytes = ({ call }: PreparedSend): number =>
  JSON.stringify(call.variables).length * call.emails.length

const tooLarge = (bytes: number): AppError =>
  invalidFields({
    field: 'emails',
    message: `must take at most ${MOST_STORED_BYTES / MEGABYTE} MB, counting the data of each email once per recipient, not ${Math.ceil(bytes / MEGABYTE)} MB`,
    code: 'too_big',
  })

type SeparateAcceptance = { inTurn: InTurn; accept: (prepared: PreparedSend) => Promise<SentEmail[]> }

/**
 * Accepts each call in a statement of its own, or in one shared with other calls. Calls that change contacts come first: one
 * email of the batch may subscribe a contact whose subscription another email needs.
 */
async function acceptBatchSeparately(
  ready: readonly PreparedSend[],
  { inTurn, accept }: SeparateAcceptance,
): Promise<Result[]> {
  const { alone, others } = splitByTransaction(ready)
  const results = new Map<PreparedSend, Result>()
  const run = async (those: readonly PreparedSend[], atOnce: number) => {
    const settled = await inTurn(those, atOnce, accept)
    for (const [index, one] of those.entries()) results.set(one, settled[index] as Result)
  }
  await run(alone, CONNECTIONS)
  // These share statements, so they take no connections of their own.
  await run(others, others.length)
  return ready.map((one) => results.get(one) as Result)
}

type ReadyBatch = { ready: readonly PreparedSend[]; contents: ContentStore }

/** Accepts all calls in the transaction of the request. If content was deleted (see send.service.ts), stores it and starts over. */
async function acceptBatchInTransaction(late: LateDb, { ready, contents }: ReadyBatch): Promise<Result[]> {
  for (;;) {
    const trx = (await late.begin()) as Trx
    const accepted = await writeBatch(trx, ready)
    const gone = ready.filter((_, index) => isGone(accepted[index]))
    if (gone.length === 0) return ready.map((one, index) => toResult(one, accepted[index]))
    await late.rollback()
    for (const one of gone) await contents.storeAgain(late.db, one)
  }
}

const isGone = (result: SettledResult<AcceptResult> | undefined) =>
  result?.status === 'fulfilled' && result.value === null

function toResult(prepared: PreparedSend, result: SettledResult<AcceptResult> | undefined): Result {
  if (result?.status !== 'fulfilled') return result as PromiseRejectedResult
  return { status: 'fulfilled', value: toSentEmails(prepared, result.value ?? []) }
}

async function writeBatch(trx: Trx, ready: readonly PreparedSend[]): Promise<SettledResult<AcceptResult>[]> {
  const { alone, others } = splitByTransaction(ready)
  const results = new Map<PreparedSend, SettledResult<AcceptResult>>()
  for (const one of alone) {
    results.set(one, await settle(() => inSavepoint(trx, () => updateContactsAndAccept(trx, one))))
  }
  const together = await acceptCallsInTransaction(
    trx,
    others.map(({ call }) => call),
  )
  for (const [index, one] of others.entries()) {
    results.set(one, together[index] as SettledResult<AcceptResult>)
  }
  return ready.map((one) => results.get(one) as SettledResult<AcceptResult>)
}

/** An error of this email becomes its result; an error of the transaction is thrown. */
async function settle<T>(work: () => Promise<T>): Promise<SettledResult<T>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (error) {
    if (isUnavailable(error) || isDeadlock(error)) throw error
    return { status: 'rejected', reason: error }
  }
}

/** Calls that lock contacts are sorted by address, the order in which contacts are locked (ARCHITECTURE.md). */
function splitByTransaction(ready: readonly PreparedSend[]): Record<'alone' | 'others', PreparedSend[]> {
  const addressOf = ({ plan }: PreparedSend) => plan.contacts.toSorted()[0] ?? ''
  const alone = ready.filter(needsTransaction)
  const others = ready.filter((one) => !needsTransaction(one))
  return { alone: alone.toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1)), others }
}
