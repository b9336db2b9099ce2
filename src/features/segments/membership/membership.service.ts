// Tracks the members of segments: reads the notes about changed contacts, evaluates them for the segments that watch the change,
// and records who enters and leaves. One transaction deletes the notes, changes the members and inserts the events, so that a
// crash repeats all of it or nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isTimeOut,
} from '../../../platform/db/failures/database-errors.ts'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { QueuedRow } from '../../../platform/work/queued-rows.ts'
import type { QueuedWork } from '../../../platform/work/work-kinds.ts'
import { ANNOUNCEMENTS } from '../../events/index.ts'
import type { Listener } from '../../events/index.ts'
import type { Filters } from '../../filters/index.ts'
import { isBrokenFilter } from '../broken-filter.ts'
import { LISTENER } from './listener-name.ts'
import {
  idArray,
  insertNotes,
  listContactsAfter,
  listTrackedSegments,
  lockContactsShared,
  lockMembership,
  membershipKey,
  NOTE_COLUMNS,
  noteDueContacts,
  postponeContacts,
  updateMembership,
} from './membership.queries.ts'
import type { Note, TrackedSegment } from './membership.queries.ts'

// Few enough that repeating the transaction is cheap, and many enough to share its commit.
const BATCH = 1000

// Each holds a connection for its batch, and evaluating filters keeps the database busy.
const SLOTS = 2

const SWEEP_BATCH = 5000

// Changes by time alone are promised within a minute.
const SWEEP_INTERVAL_MS = 20_000

// Delay before a segment that cannot be evaluated (a bug, a statement that takes too long) is retried.
const RETRY_AFTER_MS = 60_000

export type Tools = Pick<Deps, 'clock' | 'log'> & { db: Db; filters: Filters }

const NOTES = 'segment_notes'

/** Turns announced events into notes about their contacts. */
export const segmentListener: Listener = {
  name: LISTENER,
  wakes: [NOTES],
  async handle(trx, { projectId, announcements }) {
    const notes = announcements.flatMap(({ contactId, name }) =>
      contactId === null ? [] : [{ contactId, changes: [`event.${name}`] }],
    )
    if (notes.length > 0) await insertNotes(trx, { projectId, notes })
  },
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The notes about changed contacts, see platform/work. */
export const noteWork = (tools: Omit<Tools, 'db'>): QueuedWork<QueuedRow & Note> => ({
  type: 'queued',
  name: 'segment notes',
  table: NOTES,
  columns: NOTE_COLUMNS,
  batchSize: BATCH,
  slots: SLOTS,
  lockKey: membershipKey,
  wakes: [ANNOUNCEMENTS],
  handle: (trx, { projectId, rows }) => processNotes(trx, { ...tools, projectId, notes: rows }),
  describe: ({ contactId }) => ({ contactId }),
})

type NoteBatch = Omit<Tools, 'db'> & { projectId: ProjectId; notes: readonly Note[] }

async function processNotes(trx: Trx, { projectId, notes, ...tools }: NoteBatch): Promise<void> {
  const byContact = mergeNotes(notes)
  const changes = [...new Set(notes.flatMap((note) => note.changes))]
  const ids = changes.filter((one) => one.startsWith(TIME_PREFIX)).map((one) => one.slice(TIME_PREFIX.length))
  const segments = await listTrackedSegments(trx, { projectId, changes, ids })
  // Each segment locks its new members by address; several in sequence would break the lock order.
  if (segments.length > 1) await lockContactsShared(trx, { projectId, contactIds: [...byContact.keys()] })
  for (const segment of segments) {
    const contactIds = contactsToEvaluate(segment, byContact)
    if (contactIds.length > 0) await evaluateOrPostpone(trx, { ...tools, projectId, segment, contactIds })
  }
}

const TIME_PREFIX = 'time.'

function mergeNotes(notes: readonly Note[]): Map<ContactId, Set<string>> {
  const byContact = new Map<ContactId, Set<string>>()
  for (const { contactId, changes } of notes) {
    const all = byContact.get(contactId) ?? new Set()
    for (const change of changes) all.add(change)
    byContact.set(contactId, all)
  }
  return byContact
}

function contactsToEvaluate(
  { id, watches }: TrackedSegment,
  byContact: ReadonlyMap<ContactId, ReadonlySet<string>>,
): ContactId[] {
  const watched = new Set([...watches, `${TIME_PREFIX}${id}`])
  return [...byContact]
    .filter(([, changes]) => !watched.isDisjointFrom(changes))
    .map(([contactId]) => contactId)
}

type Evaluation = Omit<Tools, 'db'> & {
  projectId: ProjectId
  segment: TrackedSegment
  contactIds: ContactId[]
}

/** A segment that fails is retried later for these contacts, so that the others continue. */
async function evaluateOrPostpone(trx: Trx, evaluation: Evaluation): Promise<void> {
  try {
    await inSavepoint(trx, () => evaluate(trx, evaluation))
  } catch (error) {
    if (isDeadlock(error) || (isDatabaseUnavailable(error) && !isTimeOut(error))) throw error
    await postpone(trx, evaluation, error)
  }
}

async function postpone(
  trx: Trx,
  { projectId, segment, contactIds, clock, log }: Evaluation,
  error: unknown,
) {
  // The filter refers to a deleted segment, so its members stay as they are.
  if (isBrokenFilter(error)) return
  log.error(
    { err: error, projectId, segmentId: segment.id },
    'the members of a segment could not be evaluated',
  )
  const dueAt = new Date(clock.now().getTime() + RETRY_AFTER_MS)
  await postponeContacts(trx, { projectId, segmentId: segment.id, contactIds, dueAt })
}

async function evaluate(
  trx: Trx,
  { projectId, segment, contactIds, filters, clock }: Evaluation,
): Promise<void> {
  const now = clock.now()
  const ready = await filters.prepare(trx, segment.filters, { projectId, field: 'filters' })
  const context = { projectId, now, among: idArray(contactIds) }
  await updateMembership(trx, {
    projectId,
    segmentId: segment.id,
    name: segment.name,
    contactIds,
    matching: filters.matches(ready, context),
    nextChange: filters.nextChange(ready, context),
    isTimed: true,
    isSilent: false,
    now,
  })
}

type Recheck = { projectId: ProjectId; segmentId: SegmentId; signal: AbortSignal; after?: string }

/**
 * Evaluates every contact again, in batches: for changes that leave no notes, such as a new filter of a segment that this one
 * refers to. Returns its position if it was aborted.
 */
export async function recheckSegment(
  { db, ...tools }: Tools,
  { projectId, segmentId, signal, after: from = NO_ID }: Recheck,
): Promise<string | undefined> {
  let after: string | undefined = from
  while (after !== undefined) {
    if (signal.aborted) return after
    after = await inTransaction(db, (trx) =>
      recheckBatch(trx, { ...tools, projectId, segmentId, after: after ?? NO_ID }),
    )
  }
  return undefined
}

type Batch = Omit<Tools, 'db'> & { projectId: ProjectId; segmentId: SegmentId; after: string }

async function recheckBatch(trx: Trx, { projectId, segmentId, after, ...tools }: Batch) {
  await lockMembership(trx, { projectId })
  const [segment] = await listTrackedSegments(trx, { projectId, changes: [], ids: [segmentId] })
  if (!segment) return undefined
  const contactIds = await listContactsAfter(trx, { projectId, after, limit: BATCH })
  if (contactIds.length > 0) await evaluateOrPostpone(trx, { ...tools, projectId, segment, contactIds })
  return contactIds.length === BATCH ? contactIds.at(-1) : undefined
}

export async function noteAllDue({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  while ((await noteDueContacts(db, { now, limit: SWEEP_BATCH })) === SWEEP_BATCH);
}

/** Inserts the notes of due contacts until it is stopped: those of a million contacts take a while. */
export function startNotingDue({ database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { db } = database.within(JOB_LIMIT_MS)
  const repeat = async () => {
    while (!stopping.signal.aborted) {
      await noteAllDue({ db, clock }).catch((error: unknown) =>
        log.warn({ err: error }, 'contacts whose membership is due to change cannot be noted now'),
      )
      await sleep(SWEEP_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = repeat()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
