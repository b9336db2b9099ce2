// Tracks the members of segments: reads the notes about changed contacts, evaluates them for the segments that watch the change,
// and records who enters and leaves. One transaction deletes the notes, changes the members and inserts the events, so that a
// crash repeats all of it or nothing.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isTimeOut,
} from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import type { Filters } from '../../filters/index.ts'
import { isBrokenFilter } from '../broken-filter.ts'
import { LISTENER } from './listener-name.ts'
import {
  claimNotes,
  idArray,
  insertNotes,
  listContactsAfter,
  listTrackedSegments,
  lockContactsShared,
  lockMembership,
  noteDueContacts,
  postponeContacts,
  tryLockMembership,
  updateMembership,
} from './membership.queries.ts'
import type { Note, TrackedSegment } from './membership.queries.ts'

// Few enough that repeating the transaction is cheap, and many enough to share its commit.
const BATCH = 1000

const SWEEP_BATCH = 5000

// Delay before a segment that cannot be evaluated (a bug, a statement that takes too long) is retried.
const RETRY_AFTER_MS = 60_000

export type Tools = Pick<Deps, 'clock' | 'log'> & { db: Db; filters: Filters }

/** Turns announced events into notes about their contacts. */
export const segmentListener: Listener = {
  name: LISTENER,
  async handle(trx, announcements) {
    for (const [projectId, notes] of notesByProject(announcements)) {
      await insertNotes(trx, { projectId, notes })
    }
  },
}

function notesByProject(announcements: readonly Announcement[]): Map<ProjectId, Note[]> {
  const byProject = new Map<ProjectId, Note[]>()
  for (const { projectId, contactId, name } of announcements) {
    if (contactId === null) continue
    const notes = byProject.get(projectId) ?? []
    notes.push({ contactId, changes: [`event.${name}`] })
    byProject.set(projectId, notes)
  }
  return byProject
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Processes a batch of a project's notes and returns their number; 0 if another worker has the lock. */
export async function processNotes({ db, ...tools }: Tools, projectId: ProjectId): Promise<number> {
  return inTransaction(db, async (trx) => {
    if (!(await tryLockMembership(trx, { projectId }))) return 0
    const notes = await claimNotes(trx, { projectId, limit: BATCH })
    if (notes.length === 0) return 0
    const byContact = mergeNotes(notes)
    const changes = [...new Set(notes.flatMap((note) => note.changes))]
    const ids = changes
      .filter((one) => one.startsWith(TIME_PREFIX))
      .map((one) => one.slice(TIME_PREFIX.length))
    const segments = await listTrackedSegments(trx, { projectId, changes, ids })
    // Each segment locks its new members by address; several in sequence would break the lock order.
    if (segments.length > 1) await lockContactsShared(trx, { projectId, contactIds: [...byContact.keys()] })
    for (const segment of segments) {
      const contactIds = contactsToEvaluate(segment, byContact)
      if (contactIds.length > 0) await evaluateOrPostpone(trx, { ...tools, projectId, segment, contactIds })
    }
    return notes.length
  })
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

/** The contacts with a change that the segment watches. */
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

/** Inserts notes for all contacts that are due. */
export async function noteAllDue({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  while ((await noteDueContacts(db, { now, limit: SWEEP_BATCH })) === SWEEP_BATCH);
}
