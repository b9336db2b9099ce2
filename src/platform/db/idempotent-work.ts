// The work of one request with an Idempotency-Key: the transaction that holds its effect and its stored answer.
//
// The transaction holds an advisory lock on the key, because the row of a first request that is still running cannot be
// seen: a second request that does not get the lock is told that the first is in progress. On the same node it is told
// so before it asks the database.
import { sql } from 'kysely'
import type { ControlledTransaction } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './client.ts'
import { findStoredAnswer, storeAnswer } from './idempotency-keys.ts'
import type { StoredAnswer } from './idempotency-keys.ts'
import type { DB } from './tables.ts'
import { AppError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import type { ProjectId } from '../ids.ts'
import { createLaneGate } from '../concurrency/lane-gate.ts'
import type { LaneGate } from '../concurrency/lane-gate.ts'

type OpenTransaction = ControlledTransaction<DB, ['before_work']>

export type IdempotentParts = {
  db: Db
  clock: Clock
  /** Transactions that a project has open on this node. */
  gate: LaneGate
  /** Keys of the requests that are running on this node. */
  running: Set<string>
}

// Such a transaction takes some milliseconds, so that a quarter of the connections does hundreds of them each second; and
// it takes four projects at once to use up all. Who waits longer than for a connection of the pool is told to come again,
// and so is who would wait behind more than are done meanwhile.
const SHARE_OF_POOL = 1 / 4
const MOST_WAITING = 200
const WAIT_MS = 5_000

export type IdempotencyOptions = { db: Db; clock: Clock; poolSize: number }

/** What the requests that one door of this node answers have in common. */
export function createIdempotentParts({ db, clock, poolSize }: IdempotencyOptions): IdempotentParts {
  const perLane = Math.max(1, Math.floor(poolSize * SHARE_OF_POOL))
  const gate = createLaneGate({ perLane, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
  return { db, clock, gate, running: new Set() }
}

export type IdempotentRequest = { projectId: ProjectId; key: string; fingerprint: Buffer }

export class IdempotentWork {
  readonly #parts: IdempotentParts
  readonly #request: IdempotentRequest
  /** The handler begins, after it has worked elsewhere. */
  readonly #isLate: boolean
  #trx: OpenTransaction | undefined
  #leave: (() => void) | undefined
  #isClaimed = false
  /** Set when the handler refused; a refusal that records decided is stored too. */
  refusedWith: ErrorCode | undefined

  constructor(parts: IdempotentParts, request: IdempotentRequest, { isLate }: { isLate: boolean }) {
    this.#parts = parts
    this.#request = request
    this.#isLate = isLate
  }

  get trx(): OpenTransaction | undefined {
    return this.#trx
  }

  /**
   * Makes ready what the handler needs. Returns the answer to give again, if there is one: then there is nothing to do.
   * @throws AppError when the key was used for something else, or by a request that is still running
   */
  async prepare(): Promise<StoredAnswer | undefined> {
    if (this.#isLate) {
      const stored = await this.#findAnswer()
      if (!stored) this.#claim()
      return stored
    }
    this.#claim()
    await this.#open()
    return this.#findAnswer()
  }

  /** Opens the transaction, unless it is open. Whoever has answered meanwhile was running when this request came. */
  async begin(): Promise<OpenTransaction> {
    if (this.#trx) return this.#trx
    const trx = await this.#open()
    if (await this.#findAnswer()) throw inProgress()
    return trx
  }

  /** Before the handler runs again: nothing of what it wrote is left, and no lock. */
  async undo(): Promise<void> {
    if (this.#isLate) await this.giveUp()
    else await this.#trx?.rollbackToSavepoint('before_work').execute()
  }

  /** Takes the transaction back, and lets the next request have its turn. */
  async giveUp(): Promise<void> {
    const trx = this.#trx
    this.#trx = undefined
    // On a connection that is lost this fails, but then the database has done it already.
    await trx
      ?.rollback()
      .execute()
      .catch(() => undefined)
    this.#leave?.()
    this.#leave = undefined
  }

  /** Commits what was done together with its answer. */
  async commit(answer: Pick<StoredAnswer, 'status' | 'body'>): Promise<void> {
    try {
      if (this.refusedWith !== undefined) await this.#trx?.rollbackToSavepoint('before_work').execute()
      const trx = await this.begin()
      await storeAnswer(trx, { ...this.#request, ...answer, now: this.#parts.clock.now() })
      await trx.commit().execute()
      this.#trx = undefined
    } finally {
      await this.end()
    }
  }

  /** Nothing is kept, unless it is committed. */
  async end(): Promise<void> {
    await this.giveUp()
    if (this.#isClaimed) this.#parts.running.delete(this.#name)
    this.#isClaimed = false
  }

  get #name(): string {
    return `${this.#request.projectId} ${this.#request.key}`
  }

  #claim(): void {
    if (this.#parts.running.has(this.#name)) throw inProgress()
    this.#parts.running.add(this.#name)
    this.#isClaimed = true
  }

  async #open(): Promise<OpenTransaction> {
    this.#leave = await this.#parts.gate.enter(this.#request.projectId)
    if (!this.#leave) throw tooMany()
    try {
      const trx = await this.#parts.db.startTransaction().execute()
      // Known from here on, so that whatever fails ends it.
      this.#trx = trx as OpenTransaction
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${this.#name}, 0)) as locked`.execute(trx)
      if (rows[0]?.locked !== true) throw inProgress()
      this.#trx = await trx.savepoint('before_work').execute()
      return this.#trx
    } catch (error) {
      await this.giveUp()
      throw error
    }
  }

  async #findAnswer(): Promise<StoredAnswer | undefined> {
    const { db, clock } = this.#parts
    const stored = await findStoredAnswer(this.#trx ?? db, { ...this.#request, now: clock.now() })
    if (stored && !stored.fingerprint.equals(this.#request.fingerprint)) {
      throw new AppError('IDEMPOTENCY_KEY_REUSED')
    }
    return stored
  }
}

const inProgress = () => new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'Too many requests with an Idempotency-Key of this project are running at the same time.',
    suggestion:
      'Send fewer of them at the same time, and repeat this one after Retry-After with the same key.',
    retryAfterSeconds: 1,
  })
