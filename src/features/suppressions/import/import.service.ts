// The request side of a CSV import of suppressions: only the header is checked before the job starts.
import type { z } from 'zod'
import { readHeader } from '../../../platform/csv/csv-header.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { PIECE_BYTES, startCsv, uploadFile } from '../../operations/index.ts'
import type { CsvFile, OperationRow } from '../../operations/index.ts'
import { importSuppressionsJob } from '../suppressions.jobs.ts'
import { mapColumns } from './import-row.ts'
import type { SuppressionImportOptions, SuppressionImportRequest } from './import.schema.ts'

type StartImport = {
  projectId: ProjectId
  objects: ObjectStore
  file: CsvFile
  options: z.output<typeof SuppressionImportOptions>
  now: Date
}

export async function startImport(
  late: LateDb,
  { projectId, objects, file, options: { map, reason = 'manual' }, now }: StartImport,
): Promise<OperationRow> {
  const { headers, delimiter } = readHeader(await file.read(0, PIECE_BYTES))
  const request: z.input<typeof SuppressionImportRequest> = {
    columns: mapColumns(headers, map),
    delimiter,
    reason,
  }
  const objectKeys = await uploadFile({ objects, projectId, file })
  return inTransaction(await late.begin(), (trx) =>
    startCsv(trx, { projectId, job: importSuppressionsJob, request, file, objectKeys, now }),
  )
}
