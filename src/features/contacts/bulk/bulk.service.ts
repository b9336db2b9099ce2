// Applies one action to many contacts, in batches: each commits its contacts together with the progress of the operation, so
// the job of a killed worker continues after the last batch.
import type { z } from 'zod'
import type { CallerSource, LedgerSource } from '../../../platform/consent-source.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, OperationId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import type { Filters } from '../../filters/index.ts'
import { advanceOperation, finishOperation, insertOperation, lockOperation } from '../../operations/index.ts'
import type { OperationRef, OperationRow, RowError } from '../../operations/index.ts'
import { listMatchingIds } from '../export/export.queries.ts'
import { requireChoices } from '../topics/topic-choices.service.ts'
import { lockContacts, setSubscribed, setTopics } from './bulk.queries.ts'
import { bulkContactsJob } from '../contacts.jobs.ts'
import type { ContactEmails } from '../contact-emails.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { countContacts } from '../record/contacts.queries.ts'
import type { Filter } from '../record/contacts.queries.ts'
import { removeContacts } from '../record/contacts.service.ts'
import { BulkPosition, BulkRequest } from '../contacts.schema.ts'
import type { ContactBulk, ContactFilter, TopicChoices } from '../contacts.schema.ts'

// The locks of a batch are held until its commit; a thousand contacts take about 30 ms.
const BATCH_CONTACTS = 1000

type StartBulk = z.output<typeof ContactBulk> & {
  projectId: ProjectId
  source: CallerSource
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
    await requireChoices(trx, { projectId, topics: request.topics })
    if (request.segmentId) {
      await segments.lockList(trx, { projectId, segmentId: request.segmentId })
    }
    const total = request.ids
      ? request.ids.length
      : await countMatching(trx, { projectId, now, filters, bulkFilter: request.filter })
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

type BulkSelection = {
  projectId: ProjectId
  filters: Filters
  bulkFilter: z.output<typeof ContactFilter> | undefined
  /** When the action was requested. Time windows count from then, even if the job runs late. */
  now: Date
}

async function toContactFilter(
  trx: Trx,
  { projectId, filters, bulkFilter = {}, now }: BulkSelection,
): Promise<Filter> {
  if (!('conditions' in bulkFilter)) return bulkFilter
  return { matching: await filters.matching(trx, bulkFilter, { projectId, now, field: 'filter' }) }
}

async function countMatching(trx: Trx, selection: BulkSelection): Promise<number> {
  const { projectId, filters } = selection
  const filter = await toContactFilter(trx, selection)
  const run = (within: Trx) => countContacts(within, { projectId, filter })
  return filter.matching ? filters.run(trx, { projectId, run }) : run(trx)
}

type RunBulk = OperationRef & { filters: Filters; emails: ContactEmails; segments: ContactSegments }

export async function runBulk(
  { database, clock, secrets }: Deps,
  { signal, ...work }: RunBulk & { signal: AbortSignal },
): Promise<Outcome> {
  for (;;) {
    const isMore = await inTransaction(database.db, (trx) =>
      runBatch(trx, { ...work, secrets, now: clock.now() }),
    )
    if (!isMore) return done
    if (signal.aborted) return snooze(0)
  }
}

async function runBatch(trx: Trx, work: RunBulk & { secrets: Secrets; now: Date }): Promise<boolean> {
  const { projectId, operationId, filters, emails, segments, secrets, now } = work
  const operation = await lockOperation(trx, { projectId, operationId })
  if (!operation || operation.finished_at) return false
  const request = BulkRequest.parse(operation.request)
  // Contacts created after the request are excluded: their ids are greater than that of the operation.
  const position = operation.position
    ? BulkPosition.parse(operation.position)
    : { handled: 0, before: operationId }
  // The segment before its contacts: the lock order.
  const { segmentId } = request
  if (segmentId) await segments.lockList(trx, { projectId, segmentId })
  const filter = await toContactFilter(trx, {
    projectId,
    filters,
    bulkFilter: request.filter,
    now: operation.created_at,
  })
  const batch = await listNextBatch(trx, { projectId, ids: request.ids, filter, position })
  const ids = await applyAction(trx, {
    projectId,
    action: request.action,
    segmentId,
    topics: request.topics,
    requested: batch.ids,
    filter,
    emails,
    segments,
    secrets,
    source: request.source,
    now,
  })
  const missing = request.ids ? missingOf(batch.ids, { found: ids, position }) : []
  const handled = position.handled + (request.ids ? batch.ids.length : ids.length)
  await advanceOperation(trx, {
    projectId,
    operationId,
    // A repeated id counts twice, so that done and failed add up to the number of ids in the request.
    done: request.ids ? batch.ids.length - missing.length : ids.length,
    failed: missing.length,
    position: { handled, before: batch.before },
    errors: missing,
  })
  if (batch.isLast) await finishOperation(trx, { projectId, operationId, status: 'DONE', now })
  return !batch.isLast
}

type Position = z.output<typeof BulkPosition>
type BatchQuery = { projectId: ProjectId; ids: ContactId[] | undefined; filter: Filter; position: Position }

async function listNextBatch(
  trx: Trx,
  { projectId, ids: requestedIds, filter, position }: BatchQuery,
): Promise<{ ids: ContactId[]; before: string; isLast: boolean }> {
  const { handled, before } = position
  if (requestedIds) {
    const end = handled + BATCH_CONTACTS
    const ids = requestedIds.slice(handled, end)
    return { ids, before, isLast: end >= requestedIds.length }
  }
  const ids = await listMatchingIds(trx, { projectId, filter, before, limit: BATCH_CONTACTS })
  return { ids, before: ids.at(-1) ?? before, isLast: ids.length < BATCH_CONTACTS }
}

type LockedContacts = { found: readonly ContactId[]; position: Position }

function missingOf(requested: readonly ContactId[], { found, position }: LockedContacts): RowError[] {
  const known = new Set(found)
  return requested.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ row: position.handled + index + 1, field: 'ids', message: 'There is no such contact.' }],
  )
}

type BulkActionInput = {
  projectId: ProjectId
  action: z.output<typeof BulkRequest>['action']
  requested: ContactId[]
  segmentId: SegmentId | undefined
  topics: TopicChoices | undefined
  filter: Filter
  emails: ContactEmails
  segments: ContactSegments
  secrets: Secrets
  source: LedgerSource | undefined
  now: Date
}

/** @returns the contacts that still matched once they were locked */
async function applyAction(trx: Trx, input: BulkActionInput): Promise<ContactId[]> {
  const { projectId, action, segmentId, topics = {}, requested, filter, emails, segments, now } = input
  const { source, secrets } = input
  const lock = () => lockContacts(trx, { projectId, ids: requested, filter })
  switch (action) {
    case 'subscribe':
    case 'unsubscribe': {
      const ids = await lock()
      await setSubscribed(trx, { projectId, ids, subscribed: action === 'subscribe', source, now })
      if (action === 'unsubscribe') await emails.dropMarketing(trx, { projectId, contactIds: ids, now })
      return ids
    }
    case 'setTopics': {
      const ids = await lock()
      await setTopics(trx, { projectId, ids, choices: topics, source, now })
      return ids
    }
    case 'addToSegment': {
      const contactIds = await lock()
      if (segmentId) await segments.add(trx, { projectId, segmentId, contactIds, now })
      return contactIds
    }
    case 'delete':
      return removeContacts(trx, { projectId, ids: requested, lock, emails, secrets, now })
  }
}
