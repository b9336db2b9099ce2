// The suppression list in SQL, one row per address. Adding an address again only makes its row stronger: the strongest reason
// and the latest end win, in any order. A row that has ended is ignored everywhere, although it stays until the next cleanup.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import { containing } from '../../platform/db/like.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Suppressions } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, SuppressionId } from '../../platform/ids.ts'
import { NEWEST_FIRST } from '../../platform/record-sorts.values.ts'
import type { ContactSort } from '../../platform/record-sorts.values.ts'
import { SUPPRESSION_REASONS } from './suppressions.values.ts'
import type { Suppression } from './suppressions.schema.ts'

export type SuppressionRow = Selectable<Suppressions>
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]
export type SuppressionRef = { projectId: ProjectId; suppressionId: SuppressionId }

const COLUMNS = sql.raw('project_id, id, email, reason, source, created_at, expires_at')

/** The rank of a reason, from weakest to strongest. */
const strength = (reason: RawBuilder<unknown>) =>
  sql`array_position(${sql.lit(`{${SUPPRESSION_REASONS.join(',')}}`)}::text[], ${reason})`

export function toSuppression(row: SuppressionRow): z.infer<typeof Suppression> {
  return {
    id: row.id,
    email: row.email,
    reason: row.reason as SuppressionReason,
    source: row.source,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/**
 * Whether a suppression is in force now. The only place that decides this, by the clock of the database, so that listing,
 * accepting and claiming agree. `table` is the name or alias of suppressions in the statement.
 */
export const suppressionInForce = (table = 'suppressions'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${table}.expires_at`)} is null or ${sql.ref(`${table}.expires_at`)} > statement_timestamp())`

export async function findSuppression(
  db: Db | Trx,
  { projectId, suppressionId }: SuppressionRef,
): Promise<SuppressionRow | undefined> {
  const { rows } = await sql<SuppressionRow>`
    select ${COLUMNS} from suppressions
    where project_id = ${projectId} and id = ${suppressionId} and ${suppressionInForce()}`.execute(db)
  return rows[0]
}

export type Filter = {
  search?: string | undefined
  reason?: SuppressionReason | undefined
  sort?: ContactSort | undefined
}
type SuppressionQuery = { projectId: ProjectId; filter: Filter }

/** In the order of `sort`; an index has each. */
export async function listSuppressions(
  db: Db | Trx,
  { limit, before, ...options }: SuppressionQuery & { limit: number; before: string | undefined },
): Promise<Page<SuppressionRow>> {
  const sort = options.filter.sort ?? NEWEST_FIRST
  const isDescending = sort.startsWith('-')
  const key = sql.ref(suppressionSortColumn(sort))
  const position =
    before === undefined ? sql`` : sql`and ${key} ${sql.raw(isDescending ? '<' : '>')} ${before}`
  const { rows } = await sql<SuppressionRow>`
    select ${COLUMNS} from suppressions where ${matching(options)} ${position}
    order by ${key} ${sql.raw(isDescending ? 'desc' : 'asc')} limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Ids are in the order of creation. Both columns are unique in a project. */
export const suppressionSortColumn = (sort: ContactSort): 'id' | 'email' =>
  sort.endsWith('email') ? 'email' : 'id'

/** Exact. Without a filter it is the counter minus the rows that have ended but are not deleted yet. */
export async function countSuppressions(db: Db | Trx, options: SuppressionQuery): Promise<number> {
  const { projectId, filter } = options
  const isNarrowed = searchText(filter) !== '' || filter.reason !== undefined
  // One statement sees one snapshot: a cleanup between two would be counted twice or not at all.
  const count = isNarrowed
    ? sql`select count(*) as count from suppressions where ${matching(options)}`
    : sql`select (
        select coalesce(sum(value), 0) from ${counterParts({ projectId, counter: 'suppressions' })} as parts
      )::bigint - (
        select count(*) from suppressions where project_id = ${projectId} and not ${suppressionInForce()}
      ) as count`
  const { rows } = await sql<{ count: number }>`${count}`.execute(db)
  return rows[0]?.count ?? 0
}

function matching({ projectId, filter }: SuppressionQuery): RawBuilder<unknown> {
  const conditions = [sql`project_id = ${projectId}`, suppressionInForce()]
  if (filter.reason !== undefined) conditions.push(sql`reason = ${filter.reason}`)
  const text = searchText(filter)
  if (text !== '') conditions.push(sql`email like ${containing(text)}`)
  return sql.join(conditions, sql` and `)
}

const searchText = ({ search = '' }: Filter) => search.trim().toLowerCase()

export type NewSuppression = {
  projectId: ProjectId
  email: string
  reason: SuppressionReason
  source: string
  /** Absent: never. */
  expiresAt?: Date | null | undefined
}
export type SuppressionResult = { row: SuppressionRow; isNew: boolean }

/**
 * Writes suppressions of any projects in one statement; addresses may repeat. In the order of the key, so that concurrent
 * statements do not deadlock. A suppression that has ended is replaced by a new one with a new id.
 */
export async function upsertSuppressions(
  db: Db | Trx,
  { suppressions, now }: { suppressions: readonly NewSuppression[]; now: Date },
): Promise<SuppressionResult[]> {
  const ids = suppressions.map(() => newId<SuppressionId>(now))
  const offered = new Set(ids)
  const { rows } = await sql<SuppressionRow>`
    with given as (
      select distinct on (project_id, email) project_id, id, email, reason, source,
        nullif(max(coalesce(expires_at, 'infinity')) over (partition by project_id, email), 'infinity') as expires_at
      from unnest(
        ${suppressions.map((one) => one.projectId)}::uuid[], ${ids}::uuid[], ${suppressions.map((one) => one.email)}::text[],
        ${suppressions.map((one) => one.reason)}::text[], ${suppressions.map((one) => one.source)}::text[],
        ${suppressions.map((one) => one.expiresAt?.toISOString() ?? null)}::timestamptz[]
      ) with ordinality as g (project_id, id, email, reason, source, expires_at, place)
      order by project_id, email, ${strength(sql`reason`)} desc, place
    )
    insert into suppressions as s (project_id, id, email, reason, source, created_at, expires_at)
    select project_id, id, email, reason, source, ${now}, expires_at from given order by project_id, email collate "C"
    on conflict (project_id, email) do update set (id, created_at, reason, source, expires_at) = (
      select
        case when has_ended then excluded.id else s.id end,
        case when has_ended then excluded.created_at else s.created_at end,
        case when has_ended or is_stronger then excluded.reason else s.reason end,
        case when has_ended or is_stronger then excluded.source else s.source end,
        case when has_ended then excluded.expires_at
          else nullif(greatest(coalesce(s.expires_at, 'infinity'), coalesce(excluded.expires_at, 'infinity')), 'infinity') end
      from (select not ${suppressionInForce('s')} as has_ended,
        ${strength(sql`excluded.reason`)} > ${strength(sql`s.reason`)} as is_stronger) as judged
    )
    returning ${COLUMNS}`.execute(db)
  return rows.map((row) => ({ row, isNew: offered.has(row.id) }))
}

/** @returns false if it does not exist or has ended */
export async function deleteSuppression(
  db: Db | Trx,
  { projectId, suppressionId }: SuppressionRef,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from suppressions
    where project_id = ${projectId} and id = ${suppressionId} and ${suppressionInForce()}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** For all projects. Skips locked rows, which the next run deletes. */
export async function deleteEndedSuppressions(db: Db): Promise<void> {
  await sql`
    with ended as materialized (
      select project_id, id from suppressions where not ${suppressionInForce()} for update skip locked
    )
    delete from suppressions as s using ended
    where s.project_id = ended.project_id and s.id = ended.id`.execute(db)
}
