// The job side of a CSV import. Every batch commits its rows together with the number of rows read so far, under a
// lock on the operation: whoever runs it, in whatever order workers die, a row is applied exactly once.
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { z } from 'zod'
import type { Trx } from '../../../platform/db/client.ts'
import { copyTransaction } from '../../../platform/db/copy.ts'
import type { CopyInto } from '../../../platform/db/copy.ts'
import { brokenConstraint } from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { SegmentId } from '../../../platform/ids.ts'
import { done, retry, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import {
  MOST_ERRORS,
  advanceOperation,
  findOperation,
  finishOperation,
  lockOperation,
  readUpload,
} from '../../operations/index.ts'
import type { OperationRef, RowError } from '../../operations/index.ts'
import type { ContactEmails } from '../contact-emails.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { listByAddress } from '../ensure-contacts.queries.ts'
import { ImportPosition, ImportRequest } from '../contacts.schema.ts'
import { DATA_TOO_BIG, DATA_TOO_MANY_KEYS } from '../contacts.service.ts'
import { csvOptions } from '../../../platform/csv/csv-options.ts'
import { readRow } from '../csv/csv-row.ts'
import type { ImportedContact } from '../csv/csv-row.ts'
import { createRecordScanner, CsvLimitError, ROW_LIMITS } from '../../../platform/csv/csv-scan.ts'
import { DATA_KEY_LIMIT } from '../data-keys.queries.ts'
import { createImportKeys } from './import-keys.service.ts'
import { listUnsubscribed, mergeContacts, renewStatistics, tidySearchIndexes } from './import.queries.ts'
import type { MergeOptions } from './import.queries.ts'

// Rows a transaction. From 2,000 to 20,000 the rate is the same, because the server is busy with the indexes and not
// with commits; but two batches are in memory at a time, and 10,000 take 120 MB more than these.
const BATCH_ROWS = 2_500

// As many as a project may have: of a file whose every row brings others, no more are in memory.
const BATCH_KEYS = DATA_KEY_LIMIT.most

// For rows that are unusually large, in characters: making the lines of a batch is done at once, and takes some 10 ms for
// so many.
const BATCH_CHARACTERS = 1_000_000

// The parser makes records of all it is given at once, the worst (cells of nothing but quotes) in some 10 ms.
const SLICE_BYTES = 16_384

// An import of fewer rows cannot mislead the planner by more than these.
const ROWS_WORTH_STATISTICS = 10_000

// The header is row 1 of the file.
const FIRST_ROW = 2

type StagedRow = ImportedContact & { fileRows: number[] }
type Batch = {
  firstRecord: number
  records: number
  characters: number
  contacts: Map<string, StagedRow>
  keys: Set<string>
  errors: RowError[]
  failed: number
}
type Request = z.output<typeof ImportRequest>

type RunImport = OperationRef & { signal: AbortSignal; emails: ContactEmails; segments: ContactSegments }

export async function runImport(
  { database, clock }: Deps,
  { signal, emails, segments, projectId, operationId }: RunImport,
): Promise<Outcome> {
  const ref = { projectId, operationId }
  const operation = await findOperation(database.db, ref)
  if (!operation || operation.finished_at) return done
  const request = ImportRequest.parse(operation.request)
  const read = operation.position === null ? 0 : ImportPosition.parse(operation.position).rows
  const segmentId = request.segmentId as SegmentId | undefined
  const claimKeys = createImportKeys(database.db, ref.projectId)
  const batches = readBatches(readUpload(database.db, ref), request, read)
  const merge: MergeOptions = {
    projectId: ref.projectId,
    now: clock.now(),
    subscribed: request.subscribed,
    resubscribe: request.resubscribe,
    events: request.events,
  }
  try {
    // The next batch is read and parsed while the database works on this one.
    for await (const batch of ahead(batches)) {
      await claimKeys(batch, clock.now())
      const isOurs = await copyTransaction(database, (trx, copyInto) =>
        applyBatch(trx, { copyInto, batch, ref, merge, emails, segments, segmentId }),
      )
      if (!isOurs) return retry('another worker has gone on with this import')
      if (signal.aborted) return snooze(0)
    }
  } catch (error) {
    const row = unreadableRow(error)
    if (row === undefined) throw error
    const message = `the file cannot be read from here on: ${(error as Error).message}`
    await finishOperation(database.db, {
      ...ref,
      status: 'FAILED',
      now: clock.now(),
      error: { row, field: null, message },
    })
    return done
  }
  await finishOperation(database.db, { ...ref, status: 'DONE', now: clock.now() })
  await tidySearchIndexes(database.db)
  if ((operation.total ?? 0) >= ROWS_WORTH_STATISTICS) await renewStatistics(database.db)
  return done
}

/** Where the file cannot be read; undefined if it is not the file that failed. */
function unreadableRow(error: unknown): number | undefined {
  if (error instanceof CsvLimitError) return error.row
  return error instanceof CsvError ? Number(error.records) + 1 : undefined
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

async function* readBatches(
  upload: AsyncGenerator<Buffer>,
  request: Request,
  skip: number,
): AsyncGenerator<Batch, void> {
  // Unlike pipe(), a pipeline hands the failure of the upload's read on to the loop below, which is where it is met.
  const records: AsyncIterable<string[]> = pipeline(
    Readable.from(slicesOf(upload, request)),
    parse({ ...csvOptions(request.delimiter), from: FIRST_ROW + skip }),
    () => undefined,
  )
  let batch = newBatch(skip)
  for await (const cells of records) {
    addRecord(batch, cells, request)
    if (!isFull(batch)) continue
    yield batch
    batch = newBatch(batch.firstRecord + batch.records)
  }
  if (batch.records > 0) yield batch
}

const isFull = ({ records, keys, characters }: Batch): boolean =>
  records >= BATCH_ROWS || keys.size >= BATCH_KEYS || characters >= BATCH_CHARACTERS

/** What is not over a limit, little enough at a time for the rest of the process to go on in between. */
async function* slicesOf(upload: AsyncGenerator<Buffer>, { delimiter }: Request): AsyncGenerator<Buffer> {
  const scanner = createRecordScanner(delimiter, ROW_LIMITS)
  for await (const piece of upload) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES)
      const before = scanner.count()
      scanner.feed(slice)
      // Nothing but blank lines, for which the parser takes fifty times as long.
      const isBlank = scanner.ended() === before && scanner.count() === before
      if (!isBlank) yield slice
      await nextTurn()
    }
  }
}

const newBatch = (firstRecord: number): Batch => ({
  firstRecord,
  records: 0,
  characters: 0,
  contacts: new Map(),
  keys: new Set(),
  errors: [],
  failed: 0,
})

function addRecord(batch: Batch, cells: string[], request: Request): void {
  const row = batch.firstRecord + batch.records + FIRST_ROW
  batch.records += 1
  for (const cell of cells) batch.characters += cell.length
  const read = readRow(cells, request.columns)
  if ('message' in read) {
    batch.failed += 1
    if (batch.errors.length < MOST_ERRORS) batch.errors.push({ row, ...read })
    return
  }
  for (const key in read.data) batch.keys.add(key)
  // An address that comes again adds to its first row: one statement cannot write a contact twice.
  const earlier = batch.contacts.get(read.email)
  if (!earlier) batch.contacts.set(read.email, { ...read, fileRows: [row] })
  else {
    earlier.fileRows.push(row)
    const subscribed = laterFlag(earlier.subscribed, read.subscribed, request)
    batch.contacts.set(read.email, {
      ...earlier,
      subscribed,
      before: subscribed === null ? (read.before ?? earlier.before) : null,
      data: { ...earlier.data, ...read.data },
    })
  }
}

/** As if the rows were in two batches: who is unsubscribed by one stays so, unless the caller says otherwise. */
function laterFlag(earlier: boolean | null, later: boolean | null, { resubscribe }: Request): boolean | null {
  return earlier === false && !resubscribe ? false : (later ?? earlier)
}

type Apply = {
  copyInto: CopyInto
  batch: Batch
  ref: OperationRef
  merge: MergeOptions
  emails: ContactEmails
  segments: ContactSegments
  segmentId: SegmentId | undefined
}

/** False when the operation is not where this batch begins: another worker is doing it. */
async function applyBatch(trx: Trx, applying: Apply): Promise<boolean> {
  const { copyInto, batch, ref, merge, emails, segments, segmentId } = applying
  const operation = await lockOperation(trx, ref)
  const read = operation?.position ? ImportPosition.parse(operation.position).rows : 0
  if (!operation || operation.finished_at || read !== batch.firstRecord) return false
  // The list before its contacts, as everybody locks them.
  if (segmentId) await segments.holdList(trx, { ...ref, segmentId })
  const refused = await mergeWhatFits(trx, { copyInto, merge, rows: inLockOrder(batch) })
  // After all of the merges: email comes after contacts in the lock order.
  const contactIds = await listUnsubscribed(trx, { projectId: ref.projectId, emails: leaving(batch) })
  if (contactIds.length > 0) {
    await emails.dropMarketing(trx, { projectId: ref.projectId, contactIds, now: merge.now })
  }
  if (segmentId) {
    const members = await listByAddress(trx, { ...ref, emails: fitting(batch, refused) })
    const ids = members.map(({ id }) => id)
    await segments.add(trx, { ...ref, segmentId, contactIds: ids, now: merge.now })
  }
  const tooBig = refused.flatMap(({ fileRows, message }) =>
    fileRows.map((row) => ({ row, field: 'data', message })),
  )
  const errors = [...batch.errors, ...tooBig].toSorted((one, other) => one.row - other.row)
  const room = Math.max(0, MOST_ERRORS - (operation.errors as unknown[]).length)
  const failed = batch.failed + tooBig.length
  await advanceOperation(trx, {
    ...ref,
    done: batch.records - failed,
    failed,
    position: { rows: read + batch.records },
    errors: errors.slice(0, room),
  })
  return true
}

/** By address, so that halves of them are merged in the order in which everybody locks contacts. */
const inLockOrder = ({ contacts }: Batch): StagedRow[] =>
  [...contacts.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1))

/** The addresses of those who are unsubscribed by their rows. */
const leaving = ({ contacts }: Batch): string[] =>
  [...contacts.values()].filter(({ subscribed }) => subscribed === false).map(({ email }) => email)

/** The addresses of those whose rows were written. */
function fitting({ contacts }: Batch, refused: readonly RefusedRow[]): string[] {
  const left = new Set(refused.flatMap(({ fileRows }) => fileRows))
  return [...contacts.values()]
    .filter(({ fileRows }) => !fileRows.some((row) => left.has(row)))
    .map(({ email }) => email)
}

type RefusedRow = { fileRows: number[]; message: string }

const TOO_BIG = new Map<string | undefined, string>([
  ['contacts_data_size', DATA_TOO_BIG],
  ['contacts_data_keys', DATA_TOO_MANY_KEYS],
])

type Merge = { copyInto: CopyInto; merge: MergeOptions; rows: StagedRow[] }

/** Merges the rows; where one would make its contact's data too large, halves them until it stands alone, and returns it. */
async function mergeWhatFits(trx: Trx, { copyInto, merge, rows }: Merge): Promise<RefusedRow[]> {
  if (rows.length === 0) return []
  try {
    await inSavepoint(trx, () => mergeContacts(trx, copyInto, { ...merge, rows }))
    return []
  } catch (error) {
    const message = TOO_BIG.get(brokenConstraint(error))
    if (message === undefined) throw error
    if (rows.length === 1) return rows.map(({ fileRows }) => ({ fileRows, message }))
    const middle = Math.ceil(rows.length / 2)
    const first = await mergeWhatFits(trx, { copyInto, merge, rows: rows.slice(0, middle) })
    return [...first, ...(await mergeWhatFits(trx, { copyInto, merge, rows: rows.slice(middle) }))]
  }
}
