// One action on many contacts, in batches: each commits its contacts together with how far the operation came, so a
// killed worker's job goes on behind the last batch.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, OperationId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import type { Filters } from '../../filters/index.ts'
import { advanceOperation, finishOperation, insertOperation, lockOperation } from '../../operations/index.ts'
import type { OperationRef, OperationRow, RowError } from '../../operations/index.ts'
import { lockContacts, pickMatching, setSubscribed } from './bulk.queries.ts'
import { bulkContactsJob } from '../contacts.jobs.ts'
import type { ContactEmails } from '../contact-emails.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { countContacts } from '../record/contacts.queries.ts'
import type { Filter } from '../record/contacts.queries.ts'
import { removeContacts } from '../record/contacts.service.ts'
import { BulkPosition, BulkRequest } from '../contacts.schema.ts'
import type { ContactBulk, ContactFilter } from '../contacts.schema.ts'

// A batch's locks are held for its commit only; a thousand contacts are some 30 ms.
const BATCH_CONTACTS = 1000

type StartBulk = z.output<typeof ContactBulk> & {
  projectId: ProjectId
  now: Date
  filters: Filters
  segments: ContactSegments
}

export async function startBulk(
  db: Db | Trx,
  { projectId, now, filters, segments, ...request }: StartBulk,
): Promise<OperationRow> {
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
    if (request.segmentId) {
      await segments.holdList(trx, { projectId, segmentId: request.segmentId as SegmentId })
    }
    const total = request.ids
      ? request.ids.length
      : await countMatching(trx, { projectId, now, filters, given: request.filter })
    const operation = await insertOperation(trx, {
      projectId,
      operationId,
      type: `contacts.${request.action}`,
      request,
      total,
      now,
    })
    await enqueue(trx, bulkContactsJob, { payload: { projectId, operationId } })
    return operation
  })
}

type Matching = {
  projectId: ProjectId
  filters: Filters
  given: z.output<typeof ContactFilter> | undefined
  /** When the action was asked for. Windows of time are counted from then, however late its job is. */
  now: Date
}

async function toFilter(trx: Trx, { projectId, filters, given = {}, now }: Matching): Promise<Filter> {
  if (!('conditions' in given)) return given
  return { matching: await filters.matching(trx, given, { projectId, now, field: 'filter' }) }
}

async function countMatching(trx: Trx, asked: Matching): Promise<number> {
  const { projectId, filters } = asked
  const filter = await toFilter(trx, asked)
  const run = (within: Trx) => countContacts(within, { projectId, filter })
  return filter.matching ? filters.run(trx, { projectId, run }) : run(trx)
}

type RunBulk = OperationRef & { filters: Filters; emails: ContactEmails; segments: ContactSegments }

export async function runBulk(
  { database, clock }: Deps,
  { signal, ...work }: RunBulk & { signal: AbortSignal },
): Promise<Outcome> {
  for (;;) {
    const isMore = await inTransaction(database.db, (trx) => runBatch(trx, { ...work, now: clock.now() }))
    if (!isMore) return done
    if (signal.aborted) return snooze(0)
  }
}

async function runBatch(trx: Trx, work: RunBulk & { now: Date }): Promise<boolean> {
  const { projectId, operationId, filters, emails, segments, now } = work
  const operation = await lockOperation(trx, { projectId, operationId })
  if (!operation || operation.finished_at) return false
  const request = BulkRequest.parse(operation.request)
  // Contacts made after the call are not part of it: their ids are greater than the operation's.
  const position = operation.position
    ? BulkPosition.parse(operation.position)
    : { handled: 0, before: operationId }
  // The list before its contacts, as everybody locks them.
  const segmentId = request.segmentId as SegmentId | undefined
  if (segmentId) await segments.holdList(trx, { projectId, segmentId })
  const filter = await toFilter(trx, {
    projectId,
    filters,
    given: request.filter,
    now: operation.created_at,
  })
  const chosen = await choose(trx, { projectId, ids: request.ids, filter, position })
  const ids = await act(trx, {
    projectId,
    action: request.action,
    segmentId,
    wanted: chosen.ids,
    filter,
    emails,
    segments,
    now,
  })
  const missing = request.ids ? missingOf(chosen.ids, { found: ids, position }) : []
  const handled = position.handled + (request.ids ? chosen.ids.length : ids.length)
  await advanceOperation(trx, {
    projectId,
    operationId,
    // An id that is given twice is done twice: in the end done and failed are as many as were given.
    done: request.ids ? chosen.ids.length - missing.length : ids.length,
    failed: missing.length,
    position: { handled, before: chosen.before },
    errors: missing,
  })
  if (chosen.isLast) await finishOperation(trx, { projectId, operationId, status: 'DONE', now })
  return !chosen.isLast
}

type Position = z.output<typeof BulkPosition>
type Choice = { projectId: ProjectId; ids: string[] | undefined; filter: Filter; position: Position }
type Chosen = { ids: ContactId[]; before: string; isLast: boolean }

/** The next contacts, not locked yet. */
async function choose(trx: Trx, { projectId, ids: given, filter, position }: Choice): Promise<Chosen> {
  if (given) {
    const end = position.handled + BATCH_CONTACTS
    const ids = given.slice(position.handled, end) as ContactId[]
    return { ids, before: position.before, isLast: end >= given.length }
  }
  const ids = await pickMatching(trx, { projectId, filter, before: position.before, limit: BATCH_CONTACTS })
  return { ids, before: ids.at(-1) ?? position.before, isLast: ids.length < BATCH_CONTACTS }
}

type Found = { found: readonly ContactId[]; position: Position }

function missingOf(wanted: readonly ContactId[], { found, position }: Found): RowError[] {
  const known = new Set(found)
  return wanted.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ row: position.handled + index + 1, field: 'ids', message: 'There is no such contact.' }],
  )
}

type Act = {
  projectId: ProjectId
  action: z.output<typeof BulkRequest>['action']
  wanted: ContactId[]
  segmentId: SegmentId | undefined
  filter: Filter
  emails: ContactEmails
  segments: ContactSegments
  now: Date
}

/** Of those that were chosen, those that still match when they are locked. */
async function act(trx: Trx, doing: Act): Promise<ContactId[]> {
  const { projectId, action, segmentId, wanted, filter, emails, segments, now } = doing
  const lock = () => lockContacts(trx, { projectId, ids: wanted, filter })
  switch (action) {
    case 'subscribe':
    case 'unsubscribe': {
      const ids = await lock()
      await setSubscribed(trx, { projectId, ids, subscribed: action === 'subscribe', now })
      if (action === 'unsubscribe') await emails.dropMarketing(trx, { projectId, contactIds: ids, now })
      return ids
    }
    case 'addToSegment': {
      const contactIds = await lock()
      if (segmentId) await segments.add(trx, { projectId, segmentId, contactIds, now })
      return contactIds
    }
    case 'delete':
      return removeContacts(trx, { projectId, ids: wanted, lock, emails, now })
  }
}
