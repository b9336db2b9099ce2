// The transaction of one request with an Idempotency-Key, with its effects and its stored answer.
//
// The transaction holds an advisory lock on the key, because the row of a running first request is not visible yet: a
// second request that does not get the lock is told that the first is in progress. On the same node it is told so without a
// query.
import { sql } from 'kysely'
import type { ControlledTransaction } from 'kysely'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Db } from '../client.ts'
import { findStoredAnswer, storeAnswer } from './idempotency-keys.ts'
import type { StoredAnswer } from './idempotency-keys.ts'
import { createTransactionGate, RequestTransaction } from './request-transaction.ts'
import type { OpenTransaction, TransactionOptions, TransactionDeps } from './request-transaction.ts'
import type { DB } from '../tables.ts'

// The 4xx that depend on records: a repetition would get the same, so the answer is stored. Errors of the request itself
// (422, 413, a bad key) are not stored: the caller fixes them and retries with the same key.
const STORED_REFUSALS = new Set<ErrorCode>([
  'CONTACT_NOT_FOUND',
  'TEMPLATE_NOT_FOUND',
  'SEGMENT_NOT_FOUND',
  'CAMPAIGN_NOT_FOUND',
  'WORKFLOW_NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
  'DOMAIN_NOT_VERIFIED',
  'INVALID_STATE',
  'CONFLICT',
  'RESOURCE_IN_USE',
])

export type IdempotencyDeps = TransactionDeps & {
  clock: Clock
  /** Keys of the requests running on this node. */
  running: Set<string>
}

export type IdempotencyOptions = { db: Db; clock: Clock; poolSize: number }

/** Shared by all requests of one entry point (HTTP or SMTP) of this node. */
export const createIdempotencyDeps = ({ db, clock, poolSize }: IdempotencyOptions): IdempotencyDeps => ({
  db,
  clock,
  gate: createTransactionGate(poolSize),
  running: new Set(),
})

export type IdempotentRequest = { projectId: ProjectId; key: string; fingerprint: Buffer }

export class IdempotentTransaction extends RequestTransaction {
  readonly #parts: IdempotencyDeps
  readonly #request: IdempotentRequest
  #isClaimed = false

  constructor(parts: IdempotencyDeps, request: IdempotentRequest, options: TransactionOptions) {
    super(parts, request.projectId, options)
    this.#parts = parts
    this.#request = request
  }

  /**
   * Prepares for the handler. Returns the stored answer to send instead of running it, if there is one.
   * @throws AppError when the key was used for something else, or by a request that is still running
   */
  override async prepare(): Promise<StoredAnswer | undefined> {
    if (this.isLate) {
      const stored = await this.#findAnswer()
      if (!stored) this.#claim()
      return stored
    }
    this.#claim()
    await this.open()
    return this.#findAnswer()
  }

  /** Opens the transaction, unless it is open. A request that was answered in the meantime was running when this one came. */
  override async begin(): Promise<OpenTransaction> {
    if (this.trx) return this.trx
    const trx = await this.open()
    if (await this.#findAnswer()) throw inProgress()
    return trx
  }

  override isStoredRefusal(code: ErrorCode): boolean {
    return STORED_REFUSALS.has(code)
  }

  override async end(): Promise<void> {
    await super.end()
    if (this.#isClaimed) this.#parts.running.delete(this.#name)
    this.#isClaimed = false
  }

  protected override async beforeCommit(answer: Pick<StoredAnswer, 'status' | 'body'>): Promise<void> {
    const trx = await this.begin()
    await storeAnswer(trx, { ...this.#request, ...answer, now: this.#parts.clock.now() })
  }

  protected override async onOpen(trx: ControlledTransaction<DB>): Promise<void> {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${this.#name}, 0)) as locked`.execute(trx)
    if (rows[0]?.locked !== true) throw inProgress()
  }

  get #name(): string {
    return `${this.#request.projectId} ${this.#request.key}`
  }

  #claim(): void {
    if (this.#parts.running.has(this.#name)) throw inProgress()
    this.#parts.running.add(this.#name)
    this.#isClaimed = true
  }

  async #findAnswer(): Promise<StoredAnswer | undefined> {
    const { db, clock } = this.#parts
    const stored = await findStoredAnswer(this.trx ?? db, { ...this.#request, now: clock.now() })
    if (stored && !stored.fingerprint.equals(this.#request.fingerprint)) {
      throw new AppError('IDEMPOTENCY_KEY_REUSED')
    }
    return stored
  }
}

const inProgress = () => new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
