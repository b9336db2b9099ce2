import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts, readCounter } from '../../platform/db/counters.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import { isSearch, nameContains, recordOrder } from '../../platform/db/record-order.ts'
import type { RecordFilter, RecordListOptions } from '../../platform/db/record-order.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ContactId, ProjectId, SegmentId } from '../../platform/ids.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import type { WatchId } from './membership/membership-watches.queries.ts'
import type { Segment } from './segments.schema.ts'

export type SegmentRow = {
  id: SegmentId
  name: string
  description: string | null
  type: 'DYNAMIC' | 'STATIC'
  filters: FilterTree | null
  member_count: number
  member_count_at: Date | null
  /** When it is counted next; null if no count is scheduled. */
  count_due_at: Date | null
  /** Why it could not be counted, and when the next attempt is allowed. */
  count_problem: string | null
  count_parked_until: Date | null
  is_tracked: boolean
  watch_id: WatchId | null
  created_at: Date
  updated_at: Date
}
export type SegmentRef = { projectId: ProjectId; segmentId: SegmentId }

export function toSegment(row: SegmentRow): z.input<typeof Segment> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    filters: row.filters,
    trackMembership: row.is_tracked,
    memberCount: row.member_count,
    memberCountError: row.count_problem,
    memberCountAt: row.is_tracked ? null : (row.member_count_at?.toISOString() ?? null),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const OWN_COLUMNS = sql.raw(
  's.id, s.name, s.description, s.type, s.filters, s.member_count_at, s.is_tracked, s.watch_id, s.created_at, s.updated_at',
)

/** Segments with their member counts: from the counters, and thus exact, if members are stored. */
export const segmentsWithCounts = (projectId: ProjectId): RawBuilder<unknown> => sql`
  select ${OWN_COLUMNS},
    coalesce(case when s.type = 'STATIC' or s.is_tracked then members.count else s.member_count end, 0) as member_count,
    c.due_at as count_due_at, c.problem as count_problem, c.parked_until as count_parked_until
  from segments as s
  left join segment_counts as c on c.project_id = s.project_id and c.id = s.id
  left join lateral (
    select sum(value)::bigint as count from ${counterParts({ projectId, counter: 'segment_members' })} as parts
    where parts.label = s.id::text
  ) as members on s.type = 'STATIC' or s.is_tracked`

export async function findSegment(
  db: Db | Trx,
  { projectId, segmentId }: SegmentRef,
): Promise<SegmentRow | undefined> {
  const { rows } = await sql<SegmentRow>`
    ${segmentsWithCounts(projectId)} where s.project_id = ${projectId} and s.id = ${segmentId}`.execute(db)
  return rows[0]
}

export async function listSegments(
  db: Db | Trx,
  { projectId, filter, limit, before }: RecordListOptions,
): Promise<Page<SegmentRow>> {
  const { orderBy, isAfter } = recordOrder('s', { sort: filter.sort, before })
  const { rows } = await sql<SegmentRow>`
    ${segmentsWithCounts(projectId)}
    where s.project_id = ${projectId} and ${nameContains('s', filter)} and ${isAfter}
    order by ${orderBy} limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Exact; without a search from the counter. */
export async function countSegments(
  db: Db | Trx,
  { projectId, filter = {} }: { projectId: ProjectId; filter?: Pick<RecordFilter, 'search'> },
): Promise<number> {
  if (isSearch(filter)) {
    return countRows(
      db,
      sql`segments as s where s.project_id = ${projectId} and ${nameContains('s', filter)}`,
    )
  }
  return (await readCounter(db, { projectId, counter: 'segments' })).get('') ?? 0
}

type NewSegment = SegmentRef & {
  name: string
  description: string | null
  filters: FilterTree | null
  isTracked: boolean
  watchId: WatchId | null
  now: Date
}

export async function insertSegment(
  trx: Trx,
  { projectId, segmentId, name, description, filters, isTracked, watchId, now }: NewSegment,
): Promise<void> {
  await sql`
    insert into segments (project_id, id, name, description, type, filters, is_tracked, watch_id, created_at, updated_at)
    values (${projectId}, ${segmentId}, ${name}, ${description}, ${filters ? 'DYNAMIC' : 'STATIC'},
      ${filters && JSON.stringify(filters)}::json, ${isTracked}, ${watchId}, ${now}, ${now})`.execute(trx)
}

export type LockedSegment = Pick<SegmentRow, 'type' | 'name' | 'is_tracked' | 'watch_id' | 'updated_at'>

/** For update: also blocks added members. */
export async function lockSegment(
  trx: Trx,
  { projectId, segmentId }: SegmentRef,
): Promise<LockedSegment | undefined> {
  const { rows } = await sql<LockedSegment>`
    select type, name, is_tracked, watch_id, updated_at from segments
    where project_id = ${projectId} and id = ${segmentId} for update`.execute(trx)
  return rows[0]
}

/** Locks several in the common lock order. Returns those that exist. */
export async function lockSegments(
  trx: Trx,
  { projectId, segmentIds }: { projectId: ProjectId; segmentIds: readonly SegmentId[] },
): Promise<SegmentId[]> {
  const { rows } = await sql<{ id: SegmentId }>`
    select id from segments where project_id = ${projectId} and id = any(${segmentIds}::uuid[])
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** For key share: prevents deletion, but lets others add members. */
export async function lockSegmentShared(
  trx: Trx,
  { projectId, segmentId }: SegmentRef,
): Promise<LockedSegment | undefined> {
  const { rows } = await sql<LockedSegment>`
    select type, name, is_tracked, watch_id, updated_at from segments
    where project_id = ${projectId} and id = ${segmentId} for key share`.execute(trx)
  return rows[0]
}

type SegmentChanges = SegmentRef & {
  name?: string | undefined
  description?: string | null | undefined
  filters?: FilterTree | undefined
  isTracked: boolean
  watchId: WatchId | null
  /** The last number of members, shown until they are counted again. */
  memberCount?: number
  now: Date
}

export async function updateSegment(
  trx: Trx,
  { projectId, segmentId, name, description, filters, isTracked, watchId, memberCount, now }: SegmentChanges,
): Promise<void> {
  const changes = [
    sql`updated_at = ${now}`,
    sql`is_tracked = ${isTracked}`,
    sql`watch_id = ${watchId}`,
    sql`member_count_at = null`,
  ]
  if (memberCount !== undefined) changes.push(sql`member_count = ${memberCount}`)
  if (name !== undefined) changes.push(sql`name = ${name}`)
  if (description !== undefined) changes.push(sql`description = ${description}`)
  if (filters !== undefined) changes.push(sql`filters = ${JSON.stringify(filters)}::json`)
  await sql`
    update segments set ${sql.join(changes)}
    where project_id = ${projectId} and id = ${segmentId}`.execute(trx)
}

/** Stores the member count of a dynamic segment. False if the segment was changed since it was read. */
export async function updateMemberCount(
  db: Db | Trx,
  { projectId, segmentId, count, readAt, now }: SegmentRef & { count: number; readAt: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update segments set member_count = ${count}, member_count_at = ${now}
    where project_id = ${projectId} and id = ${segmentId} and updated_at = ${readAt}`.execute(db)
  return numAffectedRows > 0n
}

/** Deletes the segment with its members. Returns its watch; undefined if it did not exist. */
export async function deleteSegment(
  trx: Trx,
  { projectId, segmentId }: SegmentRef,
): Promise<Pick<SegmentRow, 'watch_id'> | undefined> {
  const { rows } = await sql<Pick<SegmentRow, 'watch_id'>>`
    delete from segments where project_id = ${projectId} and id = ${segmentId}
    returning watch_id`.execute(trx)
  return rows[0]
}

export const countTracked = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`segments where project_id = ${projectId} and is_tracked`)

/** For a WHERE over contacts: the members of a static segment. */
export const isMember = ({ projectId, segmentId }: SegmentRef): RawBuilder<unknown> => sql`exists (
  select from segment_members as m
  where m.project_id = ${projectId} and m.segment_id = ${segmentId} and m.contact_id = contacts.id)`

type Members = SegmentRef & {
  /** Locked by the caller, so that none of them is deleted. */
  contactIds: readonly ContactId[]
}

/** Returns the new members. */
export async function insertMembers(
  trx: Trx,
  { projectId, segmentId, contactIds, now }: Members & { now: Date },
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: ContactId }>`
    insert into segment_members (project_id, segment_id, contact_id, created_at)
    select ${projectId}, ${segmentId}, id, ${now} from unnest(${contactIds}::uuid[]) as given (id)
    on conflict do nothing returning contact_id`.execute(trx)
  return rows.map((row) => row.contact_id)
}

/** Returns the former members. */
export async function deleteMembers(
  trx: Trx,
  { projectId, segmentId, contactIds }: Members,
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: ContactId }>`
    delete from segment_members
    where project_id = ${projectId} and segment_id = ${segmentId} and contact_id = any(${contactIds}::uuid[])
    returning contact_id`.execute(trx)
  return rows.map((row) => row.contact_id)
}

export async function listSegmentsDescribedAs(
  db: Db | Trx,
  { projectId, description }: { projectId: ProjectId; description: string },
): Promise<SegmentId[]> {
  const rows = await db
    .selectFrom('segments')
    .select('id')
    .where('project_id', '=', projectId)
    .where('description', '=', description)
    .execute()
  return rows.map(({ id }) => id)
}
