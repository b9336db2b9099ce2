// The request side of a CSV import of contacts: only the header is checked before the job starts.
import type { z } from 'zod'
import { readHeader } from '../../../platform/csv/csv-header.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { PIECE_BYTES, startCsv, uploadFile } from '../../operations/index.ts'
import type { CsvFile, OperationRow } from '../../operations/index.ts'
import { requireTopics } from '../../topics/index.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { importContactsJob } from '../contacts.jobs.ts'
import type { ImportOptions } from '../contacts.schema.ts'
import { mapColumns, topicHeader } from '../csv/csv-columns.ts'
import type { Column } from '../csv/csv-columns.ts'

const DEFAULTS = { subscribed: true, resubscribe: false, events: false }

type StartImport = {
  projectId: ProjectId
  objects: ObjectStore
  file: CsvFile
  options: z.output<typeof ImportOptions>
  segments: ContactSegments
  now: Date
}

export async function startImport(
  late: LateDb,
  { projectId, objects, file, options, segments, now }: StartImport,
): Promise<OperationRow> {
  const { headers, delimiter } = readHeader(await file.read(0, PIECE_BYTES))
  const { map, ...flags } = options
  const columns = mapColumns(headers, map)
  const request = { columns, delimiter, ...DEFAULTS, ...flags }
  const objectKeys = await uploadFile({ objects, projectId, file })
  return inTransaction(await late.begin(), async (trx) => {
    await requireTopics(trx, { projectId, keys: topicsOf(columns) })
    if (options.segmentId) {
      await segments.lockList(trx, { projectId, segmentId: options.segmentId })
    }
    return startCsv(trx, { projectId, job: importContactsJob, request, file, objectKeys, now })
  })
}

const topicsOf = (columns: readonly Column[]) =>
  columns.flatMap((column) =>
    column?.to === 'topic' ? [{ key: column.key, field: topicHeader(column.key) }] : [],
  )
