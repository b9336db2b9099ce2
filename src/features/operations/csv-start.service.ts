// The request side of every CSV import: stores the file, where the workers of any node can read it, and
// enqueues the job, in one transaction.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trx } from '../../platform/db/client.ts'
import { createRecordScanner } from '../../platform/csv/csv-scan.ts'
import { newId } from '../../platform/ids.ts'
import type { OperationId, ProjectId } from '../../platform/ids.ts'
import type { JobDeclaration } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { useObjects } from '../../platform/objects/unused-objects.queries.ts'
import { insertOperation, updateOperationTotal } from './operations.queries.ts'
import type { OperationRef, OperationRow } from './operations.queries.ts'
import { insertUploadPiece } from './uploads.queries.ts'
import { PIECE_BYTES } from './uploads.service.ts'
import type { CsvFile } from './uploads.service.ts'

// Counting the rows of this many bytes takes a millisecond or two; other requests proceed in between.
const SLICE_BYTES = 131_072

type StartCsv = {
  projectId: ProjectId
  /** Its name is the type of the operation. */
  job: JobDeclaration<{ projectId: string; operationId: string }>
  /** The parameters of the job. */
  request: { delimiter: string }
  file: CsvFile
  /** Those of `uploadFile`. */
  objectKeys: readonly (string | undefined)[]
  now: Date
}

export async function startCsv(
  trx: Trx,
  { projectId, job, request, file, objectKeys, now }: StartCsv,
): Promise<OperationRow> {
  const ref = { projectId, operationId: newId<OperationId>(now) }
  await insertOperation(trx, { ...ref, type: job.name, request, total: null, now })
  await useObjects(trx, { projectId, keys: objectKeys.filter((key) => key !== undefined) })
  const records = await storeFile(trx, { ...ref, file, objectKeys, delimiter: request.delimiter })
  await enqueue(trx, job, { payload: ref })
  return updateOperationTotal(trx, { ...ref, total: records - 1 })
}

async function storeFile(
  trx: Trx,
  {
    file,
    objectKeys,
    delimiter,
    ...ref
  }: OperationRef & Pick<StartCsv, 'file' | 'objectKeys'> & { delimiter: string },
): Promise<number> {
  // Only counts rows: the job reports a row over a limit, after it has imported the rows before it.
  const records = createRecordScanner(delimiter)
  for (let position = 0, sequence = 0; position < file.size; position += PIECE_BYTES, sequence += 1) {
    const bytes = await file.read(position, PIECE_BYTES)
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      records.feed(bytes.subarray(at, at + SLICE_BYTES))
      await nextTurn()
    }
    await insertUploadPiece(trx, { ...ref, sequence, bytes, objectKey: objectKeys[sequence] })
  }
  return records.count()
}
