// The definition of a kind of work. Leased rows (due-rows.ts) are for work outside of a transaction, or for rows that come
// back; queued rows (queued-rows.ts) are for work that is one transaction.
import type { Trx } from '../db/client.ts'
import type { ProjectId } from '../ids.ts'
import type { Claim } from './due-rows.ts'
import type { Queue, QueuedRow } from './queued-rows.ts'

type CommonWork = {
  /** For log lines and the label of metrics. */
  name: string
  table: string
  /** Rows of one project per batch. */
  batchSize: number
  /** Concurrent batches of a node. */
  slots: number
  /** Tables to which its batches add work: their loops in this process check at once after a batch. */
  wakes?: readonly string[]
  /** Asks running batches to end early, when the node stops. */
  abort?(): void
}

export type LeasedWork<I extends string = string> = CommonWork & {
  type: 'leased'
  /** Concurrent batches of one project. */
  slotsPerProject: number
  /** Longer than a batch takes: results not recorded by then are computed again by another worker. */
  leaseMs: number
  /**
   * All claims are of one project. An error postpones them, longer with every attempt; a handler that can fail for a single
   * claim must handle that itself.
   */
  run(claims: Claim<I>[]): Promise<void>
}

/** One batch of a project runs at a time, on all nodes together, in the order of the rows. */
export type QueuedWork<Row extends QueuedRow = QueuedRow> = CommonWork &
  Queue & {
    type: 'queued'
    /**
     * Works in the transaction that deletes the rows, and only there. If it throws, the rows are tried one by one, and one
     * that fails alone is postponed, longer with every attempt.
     */
    handle(trx: Trx, batch: QueuedBatch<Row>): Promise<void>
    /** Describes a row that failed, for the log. */
    describe?(row: Row): Record<string, unknown>
  }

export type QueuedBatch<Row> = { projectId: ProjectId; rows: Row[] }

export type WorkKind = LeasedWork | QueuedWork
