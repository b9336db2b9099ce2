// The request side of a CSV import: checks what can be checked at once (the header), stores the file in the
// database, where any node's worker can read it, and enqueues the job; all in one transaction.
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OperationId, ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { insertOperation, insertUploadPiece, updateOperationTotal } from '../operations/index.ts'
import type { OperationRow } from '../operations/index.ts'
import { importContactsJob } from './contacts.jobs.ts'
import type { ImportOptions } from './contacts.schema.ts'
import { findDelimiter, mapColumns } from './csv-columns.ts'
import { createRecordCounter } from './csv-count.ts'
import { csvOptions } from './csv-options.ts'

// Large enough that a statement's overhead vanishes, small enough that a few in memory do not matter.
const PIECE_BYTES = 1_048_576

const DEFAULTS = { subscribed: true, resubscribe: false, events: false }

const MOST_COLUMNS = 1000
const LONGEST_HEADER = 200

/** An open file of known size; read by position. */
export type CsvFile = { size: number; read(position: number, length: number): Promise<Buffer> }

type StartImport = { projectId: ProjectId; file: CsvFile; options: z.output<typeof ImportOptions>; now: Date }

export async function startImport(
  db: Db | Trx,
  { projectId, file, options, now }: StartImport,
): Promise<OperationRow> {
  const { headers, delimiter } = readHeader(await file.read(0, PIECE_BYTES))
  const { map, ...flags } = options
  const request = { columns: mapColumns(headers, map), delimiter, ...DEFAULTS, ...flags }
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
    await insertOperation(trx, { projectId, operationId, type: 'contacts.import', request, total: null, now })
    const records = await storeFile(trx, { projectId, operationId, file, delimiter })
    await enqueue(trx, importContactsJob, { payload: { projectId, operationId } })
    return updateOperationTotal(trx, { projectId, operationId, total: records - 1 })
  })
}

function readHeader(start: Buffer): { headers: string[]; delimiter: string } {
  if (start.length === 0) throw badFile('is empty')
  if (start[0] === 0xff && start[1] === 0xfe) throw badFile('is UTF-16; save it with the encoding UTF-8')
  const text = start.toString()
  const delimiter = findDelimiter(text.replace(/^\uFEFF?[\r\n]*/, '').split(/[\r\n]/, 1)[0] ?? '')
  const headers = parseFirstRecord(text, delimiter)
  if (headers.length > MOST_COLUMNS) throw badFile(`has more than ${MOST_COLUMNS} columns`)
  if (headers.some((header) => header.includes('\0') || header.includes('\uFFFD'))) {
    throw badFile('is not UTF-8 text; save it with the encoding UTF-8')
  }
  const long = headers.find((header) => header.length > LONGEST_HEADER)
  if (long !== undefined) {
    throw badFile(`has a column name longer than ${LONGEST_HEADER} characters: "${long.slice(0, 40)}…"`)
  }
  return { headers, delimiter }
}

function parseFirstRecord(text: string, delimiter: string): string[] {
  try {
    const [headers] = parse(text, { ...csvOptions(delimiter), to: 1 }) as unknown as string[][]
    if (headers === undefined) throw badFile('has no header')
    return headers
  } catch (error) {
    if (error instanceof CsvError) throw badFile(`has a header that cannot be read: ${error.message}`)
    throw error
  }
}

const badFile = (problem: string) =>
  invalidFields({ field: 'file', message: `the file ${problem}`, code: 'custom' })

async function storeFile(
  trx: Trx,
  {
    file,
    delimiter,
    ...ref
  }: { projectId: ProjectId; operationId: OperationId; file: CsvFile; delimiter: string },
): Promise<number> {
  const records = createRecordCounter(delimiter)
  for (let position = 0, sequence = 0; position < file.size; position += PIECE_BYTES, sequence += 1) {
    const bytes = await file.read(position, PIECE_BYTES)
    records.feed(bytes)
    await insertUploadPiece(trx, { ...ref, sequence, bytes })
  }
  return records.count()
}
