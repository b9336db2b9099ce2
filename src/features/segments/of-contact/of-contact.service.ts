// The segments that a contact is in. Stored members are one look into an index. The filters of the others are evaluated for this
// contact alone, some at a time, so that a project with hundreds of slow filters gets an answer, too.
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { findContact } from '../../contacts/index.ts'
import { isTooSlow } from '../../filters/index.ts'
import type { Filters } from '../../filters/index.ts'
import { isBrokenFilter } from '../broken-filter.ts'
import { idArray } from '../membership/membership.queries.ts'
import type { ContactSegmentList } from '../segments.schema.ts'
import { listFilteredSegments, listStoredMemberships, readMatches } from './of-contact.queries.ts'
import type { FilteredSegment } from './of-contact.queries.ts'

// Few enough that one slow filter leaves few others unchecked, and many enough that a thousand are fifty statements.
const BATCH = 20

// One contact takes about a millisecond per filter. Longer than this, a filter reads a history of a million events.
const BATCH_LIMIT_MS = 1_000

// Somebody waits for the page of the contact; the segments behind it are listed as unchecked.
const LIMIT_MS = 4_000

type OfContactQuery = {
  projectId: ProjectId
  contactId: ContactId
  filters: Filters
  now: Date
  signal: AbortSignal
  /** For tests. */
  limitMs?: number
}

type Answer = z.input<typeof ContactSegmentList>

/** @throws AppError if there is no such contact */
export async function listSegmentsOfContact(db: Db | Trx, query: OfContactQuery): Promise<Answer> {
  const { projectId, contactId } = query
  if (!(await findContact(db, { projectId, contactId }))) throw new AppError('CONTACT_NOT_FOUND')
  const stored = (await listStoredMemberships(db, { projectId, contactId })).map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    trackMembership: row.is_tracked,
    since: row.created_at.toISOString(),
  }))
  const { matching, unchecked } = await matchAll(db, query)
  const filtered = matching.map(({ id, name }) => ({
    id,
    name,
    type: 'DYNAMIC' as const,
    trackMembership: false,
    since: null,
  }))
  return {
    segments: [...stored, ...filtered].toSorted((one, other) => one.name.localeCompare(other.name)),
    unchecked: unchecked.map(({ id, name }) => ({ id, name })),
  }
}

type Matches = { matching: FilteredSegment[]; unchecked: FilteredSegment[] }

async function matchAll(db: Db | Trx, { limitMs = LIMIT_MS, ...query }: OfContactQuery): Promise<Matches> {
  const segments = await listFilteredSegments(db, query)
  const endsAt = performance.now() + limitMs
  const found: Matches = { matching: [], unchecked: [] }
  for (let from = 0; from < segments.length; from += BATCH) {
    const batch = segments.slice(from, from + BATCH)
    if (performance.now() >= endsAt || query.signal.aborted) {
      found.unchecked.push(...segments.slice(from))
      break
    }
    const { matching, unchecked } = await matchBatch(db, { ...query, batch })
    found.matching.push(...matching)
    found.unchecked.push(...unchecked)
  }
  return found
}

type BatchQuery = Omit<OfContactQuery, 'limitMs'> & { batch: readonly FilteredSegment[] }

async function matchBatch(
  db: Db | Trx,
  { projectId, contactId, filters, now, signal, batch }: BatchQuery,
): Promise<Matches> {
  const found: Matches = { matching: [], unchecked: [] }
  const ready: { segment: FilteredSegment; condition: ReturnType<Filters['matches']> }[] = []
  const context = { projectId, now, among: idArray([contactId]) }
  for (const segment of batch) {
    try {
      const prepared = await filters.prepare(db, segment.filters, { projectId, field: 'filters' })
      ready.push({ segment, condition: filters.matches(prepared, context) })
    } catch (error) {
      // It refers to a segment that was deleted.
      if (!isBrokenFilter(error)) throw error
      found.unchecked.push(segment)
    }
  }
  if (ready.length === 0) return found
  const conditions = ready.map(({ condition }) => condition)
  const run = (trx: Trx) => readMatches(trx, { projectId, contactId, conditions })
  try {
    const holds = await filters.run(db, { projectId, run, signal, limitMs: BATCH_LIMIT_MS })
    // The contact was deleted meanwhile.
    if (!holds) throw new AppError('CONTACT_NOT_FOUND')
    found.matching.push(...ready.flatMap(({ segment }, index) => (holds[index] ? [segment] : [])))
  } catch (error) {
    if (!isTooSlow(error)) throw error
    found.unchecked.push(...ready.map(({ segment }) => segment))
  }
  return found
}
