// The work of one request that has to happen completely or not at all: the transaction that request.db stands for. It is
// committed just before the answer is sent, together with what belongs to it: the row of the audit log, and the answer
// that is stored for an Idempotency-Key (idempotent-transaction.ts).
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

// Such a transaction takes some milliseconds, so that a quarter of the connections does hundreds of them each second; and
// it takes four projects at once to use up all. Who waits longer than for a connection of the pool is told to come again,
// and so is who would wait behind more than are done meanwhile.
const SHARE_OF_POOL = 1 / 4
const MOST_WAITING = 200
const WAIT_MS = 5_000

/** Bounds the transactions that a project has open on this node. */
export function createWorkGate(poolSize: number): LaneGate {
  const perLane = Math.max(1, Math.floor(poolSize * SHARE_OF_POOL))
  return createLaneGate({ perLane, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })
}

export type WorkParts = { db: Db; gate: LaneGate }

/** `isLate`: the handler begins, after it has worked elsewhere. */
export type WorkOptions = { isLate: boolean }

export class RequestWork {
  readonly #parts: WorkParts
  readonly #projectId: ProjectId
  readonly isLate: boolean
  #trx: OpenTransaction | undefined
  #leave: (() => void) | undefined
  /** Set when the handler refused. */
  refusedWith: ErrorCode | undefined

  constructor(parts: WorkParts, projectId: ProjectId, { isLate }: WorkOptions) {
    this.#parts = parts
    this.#projectId = projectId
    this.isLate = isLate
  }

  get trx(): OpenTransaction | undefined {
    return this.#trx
  }

  /** Makes ready what the handler needs. Returns the answer to give instead of running it, if there is one. */
  async prepare(): Promise<StoredAnswer | undefined> {
    if (!this.isLate) await this.begin()
    return undefined
  }

  /** Opens the transaction, unless it is open. */
  async begin(): Promise<OpenTransaction> {
    return this.#trx ?? this.open()
  }

  /** Before the handler runs again: nothing of what it wrote is left, and no lock. */
  async undo(): Promise<void> {
    if (this.isLate) await this.giveUp()
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

  /** Whether a refusal is worth a commit: an answer is stored for it. */
  isKeptRefusal(_code: ErrorCode): boolean {
    return false
  }

  /** Commits what was done. */
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

  /** Nothing is kept, unless it is committed. */
  async end(): Promise<void> {
    await this.giveUp()
  }

  protected async beforeCommit(_answer: Pick<StoredAnswer, 'status' | 'body'>): Promise<void> {}

  /** What has to be true of a transaction before it is used. */
  protected async onOpen(_trx: ControlledTransaction<DB>): Promise<void> {}

  protected async open(): Promise<OpenTransaction> {
    this.#leave = await this.#parts.gate.enter(this.#projectId)
    if (!this.#leave) throw tooMany()
    try {
      const trx = await this.#parts.db.startTransaction().execute()
      // Known from here on, so that whatever fails ends it.
      this.#trx = trx as OpenTransaction
      await this.onOpen(trx)
      this.#trx = await trx.savepoint('before_work').execute()
      return this.#trx
    } catch (error) {
      await this.giveUp()
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
