// The transaction of one request, behind request.db. It is committed just before the answer is sent, together with the row
// of the audit log and the answer that is stored for an Idempotency-Key (idempotent-transaction.ts).
import type { ControlledTransaction } from 'kysely'
import { createLaneGate } from '../../concurrency/lane-gate.ts'
import type { LaneGate } from '../../concurrency/lane-gate.ts'
import { AppError } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Db } from '../client.ts'
import type { StoredAnswer } from './idempotency-keys.ts'
import type { DB } from '../tables.ts'

export type OpenTransaction = ControlledTransaction<DB, ['before_work']>

// Such a transaction takes a few milliseconds, so a quarter of the connections serves hundreds per second, and only four
// projects at once can use up all. A request that waits longer than for a connection of the pool, or behind more requests
// than finish in that time, is rejected with Retry-After.
const SHARE_OF_POOL = 1 / 4
const MOST_WAITING = 200
const WAIT_MS = 5_000

/** Limits the transactions that a project has open on this node. */
export function createTransactionGate(poolSize: number): LaneGate {
  const perLane = Math.max(1, Math.floor(poolSize * SHARE_OF_POOL))
  return createLaneGate({ perLane, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
}

export type TransactionDeps = { db: Db; gate: LaneGate }

/** `isLate`: the handler itself begins the transaction, after work elsewhere. */
export type TransactionOptions = { isLate: boolean }

export class RequestTransaction {
  readonly #parts: TransactionDeps
  readonly #projectId: ProjectId
  readonly isLate: boolean
  #trx: OpenTransaction | undefined
  #leave: (() => void) | undefined
  /** Set when the handler refused. */
  refusedWith: ErrorCode | undefined

  constructor(parts: TransactionDeps, projectId: ProjectId, { isLate }: TransactionOptions) {
    this.#parts = parts
    this.#projectId = projectId
    this.isLate = isLate
  }

  get trx(): OpenTransaction | undefined {
    return this.#trx
  }

  /** Prepares for the handler. Returns the stored answer to send instead of running it, if there is one. */
  async prepare(): Promise<StoredAnswer | undefined> {
    if (!this.isLate) await this.begin()
    return undefined
  }

  /** Opens the transaction, unless it is open. */
  async begin(): Promise<OpenTransaction> {
    return this.#trx ?? this.open()
  }

  /** Undoes all writes and locks of the handler before it runs again. */
  async undo(): Promise<void> {
    if (this.isLate) await this.rollback()
    else await this.#trx?.rollbackToSavepoint('before_work').execute()
  }

  /** Rolls back, and lets the next request proceed. */
  async rollback(): Promise<void> {
    const trx = this.#trx
    this.#trx = undefined
    // This fails on a lost connection, but then the database has rolled back already.
    await trx
      ?.rollback()
      .execute()
      .catch(() => undefined)
    this.#leave?.()
    this.#leave = undefined
  }

  /** Whether to commit a refusal, because an answer is stored for it. */
  isStoredRefusal(_code: ErrorCode): boolean {
    return false
  }

  async commit(answer: Pick<StoredAnswer, 'status' | 'body'>): Promise<void> {
    try {
      if (this.refusedWith !== undefined) await this.#trx?.rollbackToSavepoint('before_work').execute()
      await this.beforeCommit(answer)
      await this.#trx?.commit().execute()
      this.#trx = undefined
    } finally {
      await this.end()
    }
  }

  /** Rolls back anything that was not committed. */
  async end(): Promise<void> {
    await this.rollback()
  }

  protected async beforeCommit(_answer: Pick<StoredAnswer, 'status' | 'body'>): Promise<void> {}

  /** Prepares a new transaction before its first use. */
  protected async onOpen(_trx: ControlledTransaction<DB>): Promise<void> {}

  protected async open(): Promise<OpenTransaction> {
    this.#leave = await this.#parts.gate.enter(this.#projectId)
    if (!this.#leave) throw tooMany()
    try {
      const trx = await this.#parts.db.startTransaction().execute()
      // Assigned before anything can fail, so that a failure ends the transaction.
      this.#trx = trx as OpenTransaction
      await this.onOpen(trx)
      this.#trx = await trx.savepoint('before_work').execute()
      return this.#trx
    } catch (error) {
      await this.rollback()
      throw error
    }
  }
}

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message:
      'Too many requests of this project with an Idempotency-Key, or with an entry in the audit log, are running at the same time.',
    suggestion:
      'Send fewer of them at the same time, and repeat this one after Retry-After, with the same Idempotency-Key if it has one.',
    retryAfterSeconds: 1,
  })
