// The work of one request with an Idempotency-Key: the transaction that holds its effect and its stored answer.
//
// The transaction holds an advisory lock on the key, because the row of a first request that is still running cannot be
// seen: a second request that does not get the lock is told that the first is in progress. On the same node it is told
// so before it asks the database.
import { sql } from 'kysely'
import type { ControlledTransaction } from 'kysely'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Db } from '../client.ts'
import { findStoredAnswer, storeAnswer } from './idempotency-keys.ts'
import type { StoredAnswer } from './idempotency-keys.ts'
import { createWorkGate, RequestWork } from './request-transaction.ts'
import type { OpenTransaction, WorkOptions, WorkParts } from './request-transaction.ts'
import type { DB } from '../tables.ts'

// The 4xx that records decided: repeating the request would decide the same, so the answer is kept. What the
// request itself got wrong (422, 413, a bad key) is not: the caller fixes it and tries again with the same key.
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

export type IdempotentParts = WorkParts & {
  clock: Clock
  /** Keys of the requests that are running on this node. */
  running: Set<string>
}

export type IdempotencyOptions = { db: Db; clock: Clock; poolSize: number }

/** What the requests that one door of this node answers have in common. */
export const createIdempotentParts = ({ db, clock, poolSize }: IdempotencyOptions): IdempotentParts => ({
  db,
  clock,
  gate: createWorkGate(poolSize),
  running: new Set(),
})

export type IdempotentRequest = { projectId: ProjectId; key: string; fingerprint: Buffer }

export class IdempotentWork extends RequestWork {
  readonly #parts: IdempotentParts
  readonly #request: IdempotentRequest
  #isClaimed = false

  constructor(parts: IdempotentParts, request: IdempotentRequest, options: WorkOptions) {
    super(parts, request.projectId, options)
    this.#parts = parts
    this.#request = request
  }

  /**
   * Makes ready what the handler needs. Returns the answer to give again, if there is one: then there is nothing to do.
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

  /** Opens the transaction, unless it is open. Whoever has answered meanwhile was running when this request came. */
  override async begin(): Promise<OpenTransaction> {
    if (this.trx) return this.trx
    const trx = await this.open()
    if (await this.#findAnswer()) throw inProgress()
    return trx
  }

  override isKeptRefusal(code: ErrorCode): boolean {
    return STORED_REFUSALS.has(code)
  }

  override async end(): Promise<void> {
    await super.end()
    if (this.#isClaimed) this.#parts.running.delete(this.#name)
    this.#isClaimed = false
  }

  /** The answer is committed with the effect. */
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
