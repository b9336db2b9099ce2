// The job side of a CSV import of contacts: applies a batch of rows. The feature operations makes sure that every row is
// applied exactly once.
import type { z } from 'zod'
import type { Trx } from '../../../platform/db/client.ts'
import { copyTransaction } from '../../../platform/db/copy.ts'
import type { CopyInto } from '../../../platform/db/copy.ts'
import { violatedConstraint } from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import { shapeOf, swallowedRows } from '../../../platform/csv/swallowed-rows.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { SegmentId } from '../../../platform/ids.ts'
import { done } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { findOperation, finishBatch, lockBatch, runCsv } from '../../operations/index.ts'
import type { OperationRef, RowBatch } from '../../operations/index.ts'
import type { ContactEmails } from '../contact-emails.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { listByAddress } from '../upsert/ensure.queries.ts'
import { ImportRequest } from '../contacts.schema.ts'
import { DATA_TOO_BIG, DATA_TOO_MANY_KEYS } from '../record/contacts.service.ts'
import { activePause, isTooLongPause, TOO_LONG_PAUSE } from '../record/pauses.ts'
import { PAUSE_HEADER } from '../csv/csv-columns.ts'
import { readRow } from '../csv/csv-row.ts'
import type { ImportedContact, RowProblem } from '../csv/csv-row.ts'
import { DATA_KEY_LIMIT } from '../data/data-keys.queries.ts'
import { createImportKeys } from './import-keys.service.ts'
import { listUnsubscribed, mergeContacts, renewStatistics, tidySearchIndexes } from './import.queries.ts'
import type { MergeOptions } from './import.queries.ts'

// Rows per transaction. From 2,000 to 20,000 the rate is the same, because indexes and not commits take the time; but two
// batches are in memory at a time, and 10,000 rows take 120 MB more than this.
const BATCH_ROWS = 2_500

// The limit of a project: a file with new keys in every row holds no more than these in memory.
const BATCH_KEYS = DATA_KEY_LIMIT.most

// A limit for unusually large rows: the lines of a batch are written in one go, which takes about 10 ms for this many.
const BATCH_CHARACTERS = 1_000_000

// Smaller imports change the planner's statistics too little to matter.
const ROWS_WORTH_STATISTICS = 10_000

type StagedRow = ImportedContact & { fileRows: number[] }
type Batch = RowBatch & { characters: number; contacts: Map<string, StagedRow>; keys: Set<string> }
type Request = z.output<typeof ImportRequest>

type RunImport = OperationRef & {
  signal: AbortSignal
  emails: ContactEmails
  segments: ContactSegments
  /** Smaller in tests, so that a few rows make several batches. */
  batchRows?: number
}

export async function runImport(
  deps: Deps,
  { signal, emails, segments, projectId, operationId, batchRows = BATCH_ROWS }: RunImport,
): Promise<Outcome> {
  const { database, clock } = deps
  const ref = { projectId, operationId }
  const operation = await findOperation(database.db, ref)
  if (!operation || operation.finished_at) return done
  const request = ImportRequest.parse(operation.request)
  const { segmentId } = request
  const claimKeys = createImportKeys(database.db, ref.projectId)
  const merge: MergeOptions = {
    projectId: ref.projectId,
    now: clock.now(),
    subscribed: request.subscribed,
    resubscribe: request.resubscribe,
    events: request.events,
    source: { kind: 'import', id: operationId },
  }
  const outcome = await runCsv<Batch>(deps, {
    ref,
    operation,
    delimiter: request.delimiter,
    signal,
    batching: {
      begin: () => ({ characters: 0, contacts: new Map(), keys: new Set() }),
      add: (batch, cells, row) => addRow(batch, { cells, row, request, now: merge.now }),
      isFull: (batch) => batch.records >= batchRows || isLarge(batch),
    },
    apply: async (batch) => {
      await claimKeys(batch, clock.now())
      return copyTransaction(database, (trx, copyInto) =>
        applyBatch(trx, { copyInto, batch, ref, merge, emails, segments, segmentId }),
      )
    },
  })
  if (outcome.kind !== 'done') return outcome
  await tidySearchIndexes(database.db)
  if ((operation.total ?? 0) >= ROWS_WORTH_STATISTICS) await renewStatistics(database.db)
  return outcome
}

const isLarge = ({ keys, characters }: Batch): boolean =>
  keys.size >= BATCH_KEYS || characters >= BATCH_CHARACTERS

type FileRow = { cells: string[]; row: number; request: Request; now: Date }

function addRow(batch: Batch, { cells, row, request, now }: FileRow): RowProblem | undefined {
  for (const cell of cells) batch.characters += cell.length
  const swallowed = swallowedRows(cells, shapeOf(request))
  if (swallowed) return { field: null, message: swallowed }
  const read = readRow(cells, request.columns)
  if ('message' in read) return read
  if (read.pausedUntil && isTooLongPause(read.pausedUntil, now)) {
    return { field: PAUSE_HEADER, message: TOO_LONG_PAUSE }
  }
  read.pausedUntil = activePause(read.pausedUntil, now)
  for (const key in read.data) batch.keys.add(key)
  // A repeated address is merged into its first row: one statement cannot write a contact twice.
  const earlier = batch.contacts.get(read.email)
  if (!earlier) batch.contacts.set(read.email, { ...read, fileRows: [row] })
  else {
    earlier.fileRows.push(row)
    const subscribed = mergeFlag(earlier.subscribed, read.subscribed, request)
    batch.contacts.set(read.email, {
      ...earlier,
      subscribed,
      before: subscribed === null ? (read.before ?? earlier.before) : null,
      pausedUntil: later(earlier.pausedUntil, read.pausedUntil),
      topics: mergeTopics(earlier.topics, read.topics, request),
      data: { ...earlier.data, ...read.data },
    })
  }
  return undefined
}

/** As in separate batches: a row never shortens a pause. */
const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/** As in separate batches: once a row has unsubscribed the contact, only `resubscribe` lets a later row subscribe it. */
function mergeFlag(earlier: boolean | null, later: boolean | null, { resubscribe }: Request): boolean | null {
  return earlier === false && !resubscribe ? false : (later ?? earlier)
}

function mergeTopics(
  earlier: Record<string, boolean>,
  later: Record<string, boolean>,
  request: Request,
): Record<string, boolean> {
  const kept = Object.entries(earlier).filter(
    ([key, choice]) => mergeFlag(choice, later[key] ?? null, request) === choice,
  )
  return { ...later, ...Object.fromEntries(kept) }
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

/** @returns false if the operation is at another position, because another worker runs it */
async function applyBatch(trx: Trx, input: Apply): Promise<boolean> {
  const { copyInto, batch, ref, merge, emails, segments, segmentId } = input
  const operation = await lockBatch(trx, ref, batch.firstRecord)
  if (!operation) return false
  // The segment before its contacts: the lock order.
  if (segmentId) await segments.lockList(trx, { ...ref, segmentId })
  const { refused, created } = await mergeRows(trx, { copyInto, merge, rows: inLockOrder(batch) })
  // After all merges: email follows contacts in the lock order.
  const contactIds = await listUnsubscribed(trx, {
    projectId: ref.projectId,
    emails: unsubscribedAddresses(batch),
  })
  if (contactIds.length > 0) {
    await emails.dropMarketing(trx, { projectId: ref.projectId, contactIds, now: merge.now })
  }
  if (segmentId) {
    const members = await listByAddress(trx, { ...ref, emails: writtenAddresses(batch, refused) })
    const ids = members.map(({ id }) => id)
    await segments.add(trx, { ...ref, segmentId, contactIds: ids, now: merge.now })
  }
  const tooBig = refused.flatMap(({ email, fileRows, message }) =>
    fileRows.map((row) => ({ row, field: 'data', message, value: email })),
  )
  await finishBatch(trx, operation, {
    ref,
    records: batch.records,
    failed: batch.failed + tooBig.length,
    errors: [...batch.errors, ...tooBig],
    contacts: { created, existing: batch.contacts.size - refused.length - created },
  })
  return true
}

/** Sorted by address, so that parts of a batch are merged in the lock order of contacts. */
const inLockOrder = ({ contacts }: Batch): StagedRow[] =>
  [...contacts.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1))

const unsubscribedAddresses = ({ contacts }: Batch): string[] =>
  [...contacts.values()].filter(({ subscribed }) => subscribed === false).map(({ email }) => email)

function writtenAddresses({ contacts }: Batch, refused: readonly RefusedRow[]): string[] {
  const left = new Set(refused.flatMap(({ fileRows }) => fileRows))
  return [...contacts.values()]
    .filter(({ fileRows }) => !fileRows.some((row) => left.has(row)))
    .map(({ email }) => email)
}

type RefusedRow = { email: string; fileRows: number[]; message: string }

type MergedRows = { refused: RefusedRow[]; created: number }

const TOO_BIG = new Map<string | undefined, string>([
  ['contacts_data_size', DATA_TOO_BIG],
  ['contacts_data_keys', DATA_TOO_MANY_KEYS],
])

type Merge = { copyInto: CopyInto; merge: MergeOptions; rows: StagedRow[] }

/** Merges the rows. If one would make its contact's data too large, bisects them to isolate that row, and returns it as refused. */
async function mergeRows(trx: Trx, { copyInto, merge, rows }: Merge): Promise<MergedRows> {
  if (rows.length === 0) return { refused: [], created: 0 }
  try {
    const created = await inSavepoint(trx, () => mergeContacts(trx, copyInto, { ...merge, rows }))
    return { refused: [], created }
  } catch (error) {
    const message = TOO_BIG.get(violatedConstraint(error))
    if (message === undefined) throw error
    if (rows.length === 1) {
      return { refused: rows.map(({ email, fileRows }) => ({ email, fileRows, message })), created: 0 }
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await mergeRows(trx, { copyInto, merge, rows: rows.slice(0, middle) })
    const second = await mergeRows(trx, { copyInto, merge, rows: rows.slice(middle) })
    return {
      refused: [...first.refused, ...second.refused],
      created: first.created + second.created,
    }
  }
}
