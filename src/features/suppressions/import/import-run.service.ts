// The job side of a CSV import of suppressions. The feature operations makes sure that every row is applied exactly once;
// applying one twice would be harmless, because adding only makes a suppression stronger.
import { shapeOf, swallowedRows } from '../../../platform/csv/swallowed-rows.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { done } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { findOperation, finishBatch, lockBatch, runCsv } from '../../operations/index.ts'
import type { OperationRef, RowBatch } from '../../operations/index.ts'
import { suppress } from '../suppressions.service.ts'
import { readRow } from './import-row.ts'
import type { ImportedSuppression } from './import-row.ts'
import { SuppressionImportRequest } from './import.schema.ts'

// Rows per transaction. A statement with this many takes about 20 ms, and bounces that suppress one of these addresses wait
// no longer than that.
const BATCH_ROWS = 1_000

type Batch = RowBatch & { suppressions: ImportedSuppression[] }

export async function runImport(
  deps: Deps,
  { signal, ...ref }: OperationRef & { signal: AbortSignal },
): Promise<Outcome> {
  const { database, clock } = deps
  const operation = await findOperation(database.db, ref)
  if (!operation || operation.finished_at) return done
  const request = SuppressionImportRequest.parse(operation.request)
  return runCsv<Batch>(deps, {
    ref,
    operation,
    delimiter: request.delimiter,
    signal,
    batching: {
      begin: () => ({ suppressions: [] }),
      add: ({ suppressions }, cells) => {
        const swallowed = swallowedRows(cells, shapeOf(request))
        if (swallowed) return { field: null, message: swallowed }
        const read = readRow(cells, request)
        if (!('email' in read)) return read
        suppressions.push(read)
        return undefined
      },
      isFull: ({ records }) => records >= BATCH_ROWS,
    },
    apply: (batch) => inTransaction(database.db, (trx) => applyBatch(trx, { batch, ref, now: clock.now() })),
  })
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
