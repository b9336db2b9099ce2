// One action on many contacts, in batches: each commits its contacts together with how far the operation came, so a
// killed worker's job goes on behind the last batch.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, OperationId, ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import type { Outcome } from '../../platform/jobs/outcome.ts'
import type { Filters } from '../filters/index.ts'
import { advanceOperation, finishOperation, insertOperation, lockOperation } from '../operations/index.ts'
import type { OperationRef, OperationRow, RowError } from '../operations/index.ts'
import { lockContacts, pickMatching, setSubscribed } from './bulk.queries.ts'
import { bulkContactsJob } from './contacts.jobs.ts'
import { countContacts } from './contacts.queries.ts'
import type { Filter } from './contacts.queries.ts'
import { removeContacts } from './contacts.service.ts'
import { BulkPosition, BulkRequest } from './contacts.schema.ts'
import type { ContactBulk, ContactFilter } from './contacts.schema.ts'

// A batch's locks are held for its commit only; a thousand contacts are some 30 ms.
const BATCH_CONTACTS = 1000

type StartBulk = z.output<typeof ContactBulk> & { projectId: ProjectId; now: Date; filters: Filters }

export async function startBulk(
  db: Db | Trx,
  { projectId, now, filters, ...request }: StartBulk,
): Promise<OperationRow> {
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
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

function toFilter({ projectId, filters, given = {}, now }: Matching): Filter {
  return 'conditions' in given ? { matching: filters.matches(given, { projectId, now }) } : given
}

async function countMatching(trx: Trx, asked: Matching): Promise<number> {
  const { projectId, filters } = asked
  const filter = toFilter(asked)
  const run = (within: Trx) => countContacts(within, { projectId, filter })
  return filter.matching ? filters.run(trx, { projectId, run }) : run(trx)
}

type RunBulk = OperationRef & { filters: Filters }

export async function runBulk(
  { database, clock }: Deps,
  { signal, ...ref }: RunBulk & { signal: AbortSignal },
): Promise<Outcome> {
  for (;;) {
    const isMore = await inTransaction(database.db, (trx) => runBatch(trx, { ...ref, now: clock.now() }))
    if (!isMore) return done
    if (signal.aborted) return snooze(0)
  }
}

type Batch = { ids: ContactId[]; missing: RowError[]; next: z.output<typeof BulkPosition>; isLast: boolean }

async function runBatch(
  trx: Trx,
  { projectId, operationId, filters, now }: RunBulk & { now: Date },
): Promise<boolean> {
  const operation = await lockOperation(trx, { projectId, operationId })
  if (!operation || operation.finished_at) return false
  const request = BulkRequest.parse(operation.request)
  // Contacts made after the call are not part of it: their ids are greater than the operation's.
  const position = operation.position
    ? BulkPosition.parse(operation.position)
    : { handled: 0, before: operationId }
  const batch = request.ids
    ? await pickByIds(trx, { projectId, ids: request.ids, position })
    : await pickByFilter(trx, {
        projectId,
        filter: toFilter({ projectId, filters, given: request.filter, now: operation.created_at }),
        position,
      })
  await act(trx, { projectId, action: request.action, ids: batch.ids, now })
  await advanceOperation(trx, {
    projectId,
    operationId,
    done: batch.ids.length,
    failed: batch.missing.length,
    position: batch.next,
    errors: batch.missing,
  })
  if (batch.isLast) await finishOperation(trx, { projectId, operationId, status: 'DONE', now })
  return !batch.isLast
}

type Position = z.output<typeof BulkPosition>

async function pickByFilter(
  trx: Trx,
  { projectId, filter, position }: { projectId: ProjectId; filter: Filter; position: Position },
): Promise<Batch> {
  const picked = await pickMatching(trx, {
    projectId,
    filter,
    before: position.before,
    limit: BATCH_CONTACTS,
  })
  // Not those that have changed since, so that they no longer match.
  const ids = await lockContacts(trx, { projectId, ids: picked, filter })
  const next = { handled: position.handled + ids.length, before: picked.at(-1) ?? position.before }
  return { ids, missing: [], next, isLast: picked.length < BATCH_CONTACTS }
}

async function pickByIds(
  trx: Trx,
  { projectId, ids, position }: { projectId: ProjectId; ids: string[]; position: Position },
): Promise<Batch> {
  const wanted = ids.slice(position.handled, position.handled + BATCH_CONTACTS)
  const found = await lockContacts(trx, { projectId, ids: wanted })
  const known = new Set<string>(found)
  const missing = wanted.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ row: position.handled + index + 1, field: 'ids', message: 'There is no such contact.' }],
  )
  const handled = position.handled + wanted.length
  return { ids: found, missing, next: { handled, before: position.before }, isLast: handled >= ids.length }
}

type Act = {
  projectId: ProjectId
  action: z.output<typeof BulkRequest>['action']
  ids: ContactId[]
  now: Date
}

async function act(trx: Trx, { projectId, action, ids, now }: Act): Promise<void> {
  switch (action) {
    case 'subscribe':
    case 'unsubscribe':
      return setSubscribed(trx, { projectId, ids, subscribed: action === 'subscribe', now })
    case 'delete':
      await removeContacts(trx, { projectId, ids, now })
  }
}
