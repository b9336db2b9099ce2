// The job side of a CSV import, for every kind of import. A batch commits its rows together with the number of rows read
// so far, under a lock on the operation: whoever runs it, in whatever order workers die, a row is applied exactly once.
import type { Trx } from '../../platform/db/client.ts'
import { readRecords, unreadableRow } from '../../platform/csv/csv-records.ts'
import type { Deps } from '../../platform/deps.ts'
import { done, retry, snooze } from '../../platform/jobs/outcome.ts'
import type { Outcome } from '../../platform/jobs/outcome.ts'
import { advanceOperation, finishOperation, lockOperation, MOST_ERRORS } from './operations.queries.ts'
import type { OperationRef, OperationRow, RowError } from './operations.queries.ts'
import { RowPosition } from './operations.schema.ts'
import { readUpload } from './uploads.queries.ts'

/** How far an import has come: the rows that were read, without the header. */
export const rowsRead = ({ position }: OperationRow): number =>
  position === null ? 0 : RowPosition.parse(position).rows

/** Rows that are written together; the first of them is row number `firstRecord` behind the header, from 0 on. */
type RowBatch = { firstRecord: number; records: number }

/** How rows are put together. */
type Batching<Batch extends RowBatch> = {
  begin: (firstRecord: number) => Batch
  /** Counts it in `records`, too. */
  add: (batch: Batch, cells: string[]) => void
  isFull: (batch: Batch) => boolean
}

type CsvRun<Batch extends RowBatch> = {
  ref: OperationRef
  operation: OperationRow
  delimiter: string
  signal: AbortSignal
  batching: Batching<Batch>
  /** Writes a batch and what it reached, in one transaction; false when another worker was there first. */
  apply: (batch: Batch) => Promise<boolean>
}

export async function runCsv<Batch extends RowBatch>(
  { database, clock }: Deps,
  { ref, operation, delimiter, signal, batching, apply }: CsvRun<Batch>,
): Promise<Outcome> {
  const skip = rowsRead(operation)
  const records = readRecords(readUpload(database.db, ref), { delimiter, skip })
  try {
    // The next batch is read and parsed while the database works on this one.
    for await (const batch of ahead(toBatches(records, skip, batching))) {
      if (!(await apply(batch))) return retry('another worker has gone on with this import')
      if (signal.aborted) return snooze(0)
    }
  } catch (error) {
    const row = unreadableRow(error)
    if (row === undefined) throw error
    const message = `the file cannot be read from here on: ${(error as Error).message}`
    const problem = { row, field: null, message }
    await finishOperation(database.db, { ...ref, status: 'FAILED', now: clock.now(), error: problem })
    return done
  }
  await finishOperation(database.db, { ...ref, status: 'DONE', now: clock.now() })
  return done
}

async function* toBatches<Batch extends RowBatch>(
  records: AsyncIterable<string[]>,
  firstRecord: number,
  { begin, add, isFull }: Batching<Batch>,
): AsyncGenerator<Batch, void> {
  let batch = begin(firstRecord)
  for await (const cells of records) {
    add(batch, cells)
    if (!isFull(batch)) continue
    yield batch
    batch = begin(batch.firstRecord + batch.records)
  }
  if (batch.records > 0) yield batch
}

/** Asks for the next item before the last one is used up. */
async function* ahead<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T> {
  let coming = source.next()
  try {
    for (;;) {
      const { value, done: isDone } = await coming
      if (isDone) return
      coming = source.next()
      // Its failure is met by the await above, in the next round; until then it must not count as unhandled.
      coming.catch(() => undefined)
      yield value
    }
  } finally {
    await source.return()
  }
}

/** First in the transaction of a batch. Undefined when the import is not where this batch begins: another worker does it. */
export async function lockBatch(
  trx: Trx,
  ref: OperationRef,
  firstRecord: number,
): Promise<OperationRow | undefined> {
  const operation = await lockOperation(trx, ref)
  if (!operation || operation.finished_at || rowsRead(operation) !== firstRecord) return undefined
  return operation
}

type Applied = { ref: OperationRef; records: number; failed: number; errors: RowError[] }

/** Last in the transaction of a batch. */
export async function finishBatch(
  trx: Trx,
  operation: OperationRow,
  { ref, records, failed, errors }: Applied,
): Promise<void> {
  const room = Math.max(0, MOST_ERRORS - (operation.errors as unknown[]).length)
  await advanceOperation(trx, {
    ...ref,
    done: records - failed,
    failed,
    position: { rows: rowsRead(operation) + records },
    errors: errors.toSorted((one, other) => one.row - other.row).slice(0, room),
  })
}
