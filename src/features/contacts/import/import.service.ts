// The request side of a CSV import: checks what can be checked at once (the header), stores the file in the
// database, where any node's worker can read it, and enqueues the job; all in one transaction.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { OperationId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { insertOperation, insertUploadPiece, updateOperationTotal } from '../../operations/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { importContactsJob } from '../contacts.jobs.ts'
import type { ImportOptions } from '../contacts.schema.ts'
import { mapColumns } from '../csv/csv-columns.ts'
import { readHeader } from '../../../platform/csv/csv-header.ts'
import { createRecordScanner } from '../../../platform/csv/csv-scan.ts'

// Large enough that a statement's overhead vanishes, small enough that a few in memory do not matter.
const PIECE_BYTES = 1_048_576

// Counting the rows of so many bytes takes a millisecond or two; other requests go on in between.
const SLICE_BYTES = 131_072

const DEFAULTS = { subscribed: true, resubscribe: false, events: false }

/** An open file of known size; read by position. */
export type CsvFile = { size: number; read(position: number, length: number): Promise<Buffer> }

type StartImport = {
  projectId: ProjectId
  file: CsvFile
  options: z.output<typeof ImportOptions>
  segments: ContactSegments
  now: Date
}

export async function startImport(
  db: Db | Trx,
  { projectId, file, options, segments, now }: StartImport,
): Promise<OperationRow> {
  const { headers, delimiter } = readHeader(await file.read(0, PIECE_BYTES))
  const { map, ...flags } = options
  const request = { columns: mapColumns(headers, map), delimiter, ...DEFAULTS, ...flags }
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
    if (options.segmentId) {
      await segments.holdList(trx, { projectId, segmentId: options.segmentId as SegmentId })
    }
    await insertOperation(trx, { projectId, operationId, type: 'contacts.import', request, total: null, now })
    const records = await storeFile(trx, { projectId, operationId, file, delimiter })
    await enqueue(trx, importContactsJob, { payload: { projectId, operationId } })
    return updateOperationTotal(trx, { projectId, operationId, total: records - 1 })
  })
}

async function storeFile(
  trx: Trx,
  {
    file,
    delimiter,
    ...ref
  }: { projectId: ProjectId; operationId: OperationId; file: CsvFile; delimiter: string },
): Promise<number> {
  // Only counted: a row that is over a limit is for the job to tell, which reads the rows before it.
  const records = createRecordScanner(delimiter)
  for (let position = 0, sequence = 0; position < file.size; position += PIECE_BYTES, sequence += 1) {
    const bytes = await file.read(position, PIECE_BYTES)
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      records.feed(bytes.subarray(at, at + SLICE_BYTES))
      await nextTurn()
    }
    await insertUploadPiece(trx, { ...ref, sequence, bytes })
  }
  return records.count()
}
