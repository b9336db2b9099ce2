// The job side of every CSV import. A batch commits its rows together with the number of rows read so far, under a lock on the
// operation: a row is applied exactly once, even if workers die or run the job twice.
import type { z } from 'zod'
import type { Trx } from '../../platform/db/client.ts'
import { FIRST_ROW, readRecords, unreadableRow } from '../../platform/csv/csv-records.ts'
import type { Deps } from '../../platform/deps.ts'
import { done, retry, snooze } from '../../platform/jobs/outcome.ts'
import type { Outcome } from '../../platform/jobs/outcome.ts'
import { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import { advanceOperation, finishOperation, lockOperation, MOST_ERRORS } from './operations.queries.ts'
import type { OperationRef, OperationRow, RowError } from './operations.queries.ts'
import { RowPosition } from './operations.schema.ts'
import { readUpload } from './uploads.service.ts'

// The store may be away for hours, and an import can wait.
const STORE_PAUSE_MS = 30_000

const positionOf = ({ position }: OperationRow): z.infer<typeof RowPosition> =>
  position === null ? { rows: 0 } : RowPosition.parse(position)

/** The progress of an import: the rows read so far, without the header. */
export const rowsRead = (operation: OperationRow): number => positionOf(operation).rows

/** Rows that are written together. `firstRecord` is the number of the first row after the header, from 0. */
/** Consecutive rows of the file; `errors` and `failed` are those that cannot be imported. */
export type RowBatch = { firstRecord: number; records: number; errors: RowError[]; failed: number }

type BatchBuilder<Batch extends RowBatch> = {
  /** The parts of an empty batch beside those of every import. */
  begin: () => Omit<Batch, keyof RowBatch>
  /** Returns the problem of a row that cannot be imported. `row`: its number in the file. */
  add: (batch: Batch, cells: string[], row: number) => Omit<RowError, 'row'> | undefined
  isFull: (batch: Batch) => boolean
}

type CsvRun<Batch extends RowBatch> = {
  ref: OperationRef
  operation: OperationRow
  delimiter: string
  signal: AbortSignal
  batching: BatchBuilder<Batch>
  /** Writes a batch and the progress in one transaction; false if another worker was faster. */
  apply: (batch: Batch) => Promise<boolean>
}

export async function runCsv<Batch extends RowBatch>(
  { database, objects, clock }: Deps,
  { ref, operation, delimiter, signal, batching, apply }: CsvRun<Batch>,
): Promise<Outcome> {
  const skip = rowsRead(operation)
  const records = readRecords(readUpload({ db: database.db, objects }, ref), { delimiter, skip })
  try {
    // The next batch is read and parsed while the database works on this one.
    for await (const batch of prefetch(toBatches(records, skip, batching))) {
      if (!(await apply(batch))) return retry('another worker has continued this import')
      if (signal.aborted) return snooze(0)
    }
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'unavailable') return snooze(STORE_PAUSE_MS)
    const problem = problemOfFile(error)
    if (problem === undefined) throw error
    await finishOperation(database.db, { ...ref, status: 'FAILED', now: clock.now(), error: problem })
    return done
  }
  await finishOperation(database.db, { ...ref, status: 'DONE', now: clock.now() })
  return done
}

/** Why the rest of the file can never be read; undefined for other errors. */
function problemOfFile(error: unknown): RowError | undefined {
  if (error instanceof ObjectStoreError) {
    return { row: 0, field: null, message: `${error.message} Upload the file again.` }
  }
  const row = unreadableRow(error)
  const message = `the file cannot be read beyond this row: ${(error as Error).message}`
  return row === undefined ? undefined : { row, field: null, message }
}

async function* toBatches<Batch extends RowBatch>(
  records: AsyncIterable<string[]>,
  firstRecord: number,
  { begin, add, isFull }: BatchBuilder<Batch>,
): AsyncGenerator<Batch, void> {
  const beginAt = (record: number) =>
    ({ firstRecord: record, records: 0, errors: [], failed: 0, ...begin() }) as RowBatch as Batch
  let batch = beginAt(firstRecord)
  for await (const cells of records) {
    const row = batch.firstRecord + batch.records + FIRST_ROW
    batch.records += 1
    const problem = add(batch, cells, row)
    if (problem) {
      batch.failed += 1
      if (batch.errors.length < MOST_ERRORS) batch.errors.push({ row, ...problem, value: shownRow(cells) })
    }
    if (!isFull(batch)) continue
    yield batch
    batch = beginAt(batch.firstRecord + batch.records)
  }
  if (batch.records > 0) yield batch
}

/** Enough to recognize a row; a row may have a megabyte. */
const MOST_SHOWN = 200

function shownRow(cells: readonly string[]): string {
  const texts = cells.slice(0, MOST_SHOWN).map((cell) => cell.slice(0, MOST_SHOWN))
  const text = storableText(texts.join(', ').replace(/\s+/g, ' '))
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text
}

/** Requests the next item while the consumer works on the current one. */
async function* prefetch<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done: isDone } = await next
      if (isDone) return
      next = source.next()
      // The await above handles a failure in the next round; until then it must not count as unhandled.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await source.return()
  }
}

/** The first step of a batch's transaction. Undefined if the import is at another row, because another worker runs it. */
export async function lockBatch(
  trx: Trx,
  ref: OperationRef,
  firstRecord: number,
): Promise<OperationRow | undefined> {
  const operation = await lockOperation(trx, ref)
  if (!operation || operation.finished_at || rowsRead(operation) !== firstRecord) return undefined
  return operation
}

type BatchResult = {
  ref: OperationRef
  records: number
  failed: number
  errors: RowError[]
  contacts?: z.infer<typeof RowPosition>['contacts']
}

/** The last step of a batch's transaction. */
export async function finishBatch(
  trx: Trx,
  operation: OperationRow,
  { ref, records, failed, errors, contacts }: BatchResult,
): Promise<void> {
  const before = positionOf(operation)
  const room = Math.max(0, MOST_ERRORS - (operation.errors as unknown[]).length)
  await advanceOperation(trx, {
    ...ref,
    done: records - failed,
    failed,
    position: {
      rows: before.rows + records,
      ...(contacts && {
        contacts: {
          created: (before.contacts?.created ?? 0) + contacts.created,
          existing: (before.contacts?.existing ?? 0) + contacts.existing,
        },
      }),
    },
    errors: errors.toSorted((one, other) => one.row - other.row).slice(0, room),
  })
}
