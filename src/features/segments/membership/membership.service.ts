// Follows segments: takes notes of what has changed, judges those contacts by the segments that look at it, and records
// who enters and leaves. The notes go, the members change and the events come in one transaction: whatever dies on the
// way, it is all done again or not at all.
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
  holdContacts,
  idArray,
  insertNotes,
  judgeContacts,
  listContactsAfter,
  listFollowed,
  lockMembership,
  noteDueContacts,
  postponeContacts,
  tryLockMembership,
} from './membership.queries.ts'
import type { FollowedSegment, Note } from './membership.queries.ts'

// A transaction of so many is short enough to be undone without harm, and shares its commit among enough.
const BATCH = 1000

const SWEEP_BATCH = 5000

// A segment that cannot be judged (a bug, a statement that takes too long) is tried again after this.
const PAUSE_AFTER_FAILURE_MS = 60_000

export type Tools = Pick<Deps, 'clock' | 'log'> & { db: Db; filters: Filters }

/** Events are told to whoever asked for their names; here they become notes. */
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

/** A batch of a project's notes; how many were taken. None if somebody else is at them. */
export async function followProject({ db, ...tools }: Tools, projectId: ProjectId): Promise<number> {
  return inTransaction(db, async (trx) => {
    if (!(await tryLockMembership(trx, { projectId }))) return 0
    const notes = await claimNotes(trx, { projectId, limit: BATCH })
    if (notes.length === 0) return 0
    const byContact = mergeNotes(notes)
    const changes = [...new Set(notes.flatMap((note) => note.changes))]
    const ids = changes
      .filter((one) => one.startsWith(TIME_PREFIX))
      .map((one) => one.slice(TIME_PREFIX.length))
    const followed = await listFollowed(trx, { projectId, changes, ids })
    // Each segment locks those who enter it in the order of their addresses; one after the other would begin anew.
    if (followed.length > 1) await holdContacts(trx, { projectId, contactIds: [...byContact.keys()] })
    for (const segment of followed) {
      const contactIds = concerned(segment, byContact)
      if (contactIds.length > 0) await judgeOrPostpone(trx, { ...tools, projectId, segment, contactIds })
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

/** The contacts of which something has changed that the segment looks at. */
function concerned(
  { id, watches }: FollowedSegment,
  byContact: ReadonlyMap<ContactId, ReadonlySet<string>>,
): ContactId[] {
  const wanted = new Set([...watches, `${TIME_PREFIX}${id}`])
  return [...byContact]
    .filter(([, changes]) => !wanted.isDisjointFrom(changes))
    .map(([contactId]) => contactId)
}

type Judging = Omit<Tools, 'db'> & { projectId: ProjectId; segment: FollowedSegment; contactIds: ContactId[] }

/** A segment that fails is put off for these contacts, so that the others go on. */
async function judgeOrPostpone(trx: Trx, judging: Judging): Promise<void> {
  try {
    await inSavepoint(trx, () => judge(trx, judging))
  } catch (error) {
    if (isDeadlock(error) || (isDatabaseUnavailable(error) && !isTimeOut(error))) throw error
    await postpone(trx, judging, error)
  }
}

async function postpone(trx: Trx, { projectId, segment, contactIds, clock, log }: Judging, error: unknown) {
  // It refers to a segment that has been deleted: nobody can say who is in it, so nobody comes or goes.
  if (isBrokenFilter(error)) return
  log.error({ err: error, projectId, segmentId: segment.id }, 'a segment could not be judged')
  const dueAt = new Date(clock.now().getTime() + PAUSE_AFTER_FAILURE_MS)
  await postponeContacts(trx, { projectId, segmentId: segment.id, contactIds, dueAt })
}

async function judge(trx: Trx, { projectId, segment, contactIds, filters, clock }: Judging): Promise<void> {
  const now = clock.now()
  const ready = await filters.prepare(trx, segment.filters, { projectId, field: 'filters' })
  const context = { projectId, now, among: idArray(contactIds) }
  await judgeContacts(trx, {
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
 * Judges every contact anew, in batches: for changes that leave no notes, such as a new filter of a segment that this one
 * refers to. Where it came to, if it had to stop.
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
  const [segment] = await listFollowed(trx, { projectId, changes: [], ids: [segmentId] })
  if (!segment) return undefined
  const contactIds = await listContactsAfter(trx, { projectId, after, limit: BATCH })
  if (contactIds.length > 0) await judgeOrPostpone(trx, { ...tools, projectId, segment, contactIds })
  return contactIds.length === BATCH ? contactIds.at(-1) : undefined
}

/** Leaves notes for all contacts whose time has come. */
export async function sweepTimes({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  while ((await noteDueContacts(db, { now, limit: SWEEP_BATCH })) === SWEEP_BATCH);
}
