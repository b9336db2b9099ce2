// The job side of a CSV import of suppressions. The feature operations makes sure that every row is applied exactly once;
// applying one twice would be harmless, because adding only makes a suppression stronger.
import type { z } from 'zod'
import { FIRST_ROW } from '../../../platform/csv/csv-records.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { done } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { findOperation, finishBatch, lockBatch, MOST_ERRORS, runCsv } from '../../operations/index.ts'
import type { OperationRef, RowError } from '../../operations/index.ts'
import { suppress } from '../suppressions.service.ts'
import { readRow } from './import-row.ts'
import type { ImportedSuppression } from './import-row.ts'
import { SuppressionImportRequest } from './import.schema.ts'

// Rows per transaction. A statement with this many takes about 20 ms, and bounces that suppress one of these addresses wait
// no longer than that.
const BATCH_ROWS = 1_000
type Batch = {
  firstRecord: number
  records: number
  suppressions: ImportedSuppression[]
  errors: RowError[]
  failed: number
}

export async function runImport(
  deps: Deps,
  { signal, ...ref }: OperationRef & { signal: AbortSignal },
): Promise<Outcome> {
  const { database, clock } = deps
  const operation = await findOperation(database.db, ref)
  if (!operation || operation.finished_at) return done
  const request = SuppressionImportRequest.parse(operation.request)
  return runCsv(deps, {
    ref,
    operation,
    delimiter: request.delimiter,
    signal,
    batching: {
      begin: newBatch,
      add: (batch, cells) => addRecord(batch, cells, request),
      isFull: ({ records }) => records >= BATCH_ROWS,
    },
    apply: (batch) => inTransaction(database.db, (trx) => applyBatch(trx, { batch, ref, now: clock.now() })),
  })
}

const newBatch = (firstRecord: number): Batch => ({
  firstRecord,
  records: 0,
  suppressions: [],
  errors: [],
  failed: 0,
})

function addRecord(batch: Batch, cells: string[], request: z.output<typeof SuppressionImportRequest>): void {
  const row = batch.firstRecord + batch.records + FIRST_ROW
  batch.records += 1
  const read = readRow(cells, request)
  if ('email' in read) {
    batch.suppressions.push(read)
    return
  }
  batch.failed += 1
  if (batch.errors.length < MOST_ERRORS) batch.errors.push({ row, ...read })
}

/** @returns false if another worker has continued the import */
async function applyBatch(
  trx: Trx,
  { batch, ref, now }: { batch: Batch; ref: OperationRef; now: Date },
): Promise<boolean> {
  const operation = await lockBatch(trx, ref, batch.firstRecord)
  if (!operation) return false
  const suppressions = batch.suppressions.map((one) => ({
    ...one,
    projectId: ref.projectId,
    source: 'import',
  }))
  await suppress(trx, suppressions, now)
  const { records, failed, errors } = batch
  await finishBatch(trx, operation, { ref, records, failed, errors })
  return true
}
