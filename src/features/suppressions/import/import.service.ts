// The request side of a CSV import of suppressions: only the header is checked before the job starts.
import type { z } from 'zod'
import { readHeader } from '../../../platform/csv/csv-header.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { PIECE_BYTES, startCsv } from '../../operations/index.ts'
import type { CsvFile, OperationRow } from '../../operations/index.ts'
import { importSuppressionsJob } from '../suppressions.jobs.ts'
import { mapColumns } from './import-row.ts'
import type { SuppressionImportOptions, SuppressionImportRequest } from './import.schema.ts'

type StartImport = {
  projectId: ProjectId
  file: CsvFile
  options: z.output<typeof SuppressionImportOptions>
  now: Date
}

export async function startImport(
  db: Db | Trx,
  { projectId, file, options: { map, reason = 'manual' }, now }: StartImport,
): Promise<OperationRow> {
  const { headers, delimiter } = readHeader(await file.read(0, PIECE_BYTES))
  const request: z.input<typeof SuppressionImportRequest> = {
    columns: mapColumns(headers, map),
    delimiter,
    reason,
  }
  return inTransaction(db, (trx) =>
    startCsv(trx, { projectId, job: importSuppressionsJob, request, file, now }),
  )
}
