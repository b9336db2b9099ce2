// The records of coupon lists and their codes. taking.queries.ts gives codes to contacts.
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import { containsText, isSearched } from '../../platform/db/like.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { CouponCodes, CouponLists } from '../../platform/db/tables.ts'
import type { ContactId, CouponCodeId, CouponListId, ProjectId } from '../../platform/ids.ts'
import { isAboutAddress } from '../contacts/index.ts'

export type CouponListRef = { projectId: ProjectId; listId: CouponListId }
export type CouponListRow = Selectable<CouponLists> & { total: number; taken: number }

/** Lists with their figures, from the counters and thus exact. */
const withFigures = (projectId: ProjectId) => sql`
  select l.*, coalesce(figures.total, 0)::bigint as total, coalesce(figures.taken, 0)::bigint as taken
  from coupon_lists as l cross join lateral (
    select sum(value) filter (where label = l.id::text) as total, sum(value) filter (where label = l.id || ' taken') as taken
    from ${counterParts({ projectId, counter: 'coupon_codes' })} as parts
    where label in (l.id::text, l.id || ' taken')
  ) as figures`

/** Newest first. */
export async function listCouponLists(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<CouponListRow>> {
  const after = before === undefined ? sql`` : sql`and l.id < ${before}::uuid`
  const { rows } = await sql<CouponListRow>`
    ${withFigures(projectId)} where l.project_id = ${projectId} ${after}
    order by l.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** At most a hundred. */
export const countCouponLists = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`coupon_lists where project_id = ${projectId}`)

export async function findCouponList(
  db: Db | Trx,
  { projectId, listId }: CouponListRef,
): Promise<CouponListRow | undefined> {
  const { rows } = await sql<CouponListRow>`
    ${withFigures(projectId)} where l.project_id = ${projectId} and l.id = ${listId}`.execute(db)
  return rows[0]
}

export async function listCouponListsByKey(
  db: Db | Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<CouponListRow[]> {
  const { rows } = await sql<CouponListRow>`
    ${withFigures(projectId)} where l.project_id = ${projectId} and l.key = any(${keys}::text[])
    order by l.key`.execute(db)
  return rows
}

/** The keys of all lists of the project, of which it can have a hundred. */
export async function listCouponKeys(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from coupon_lists where project_id = ${projectId} order by key`.execute(db)
  return rows.map(({ key }) => key)
}

/** One at a time adds a list to the project, so that the limit holds. */
export async function lockCouponLists(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('coupon lists ' || ${projectId}, 0))`.execute(trx)
}

/** One at a time adds codes to the list, so that the limit holds. Emails go on taking codes. */
export async function lockCouponList(
  trx: Trx,
  { projectId, listId }: CouponListRef,
): Promise<{ key: string } | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from coupon_lists where project_id = ${projectId} and id = ${listId} for no key update`.execute(
    trx,
  )
  return rows[0]
}

export async function insertCouponList(trx: Trx, row: Insertable<CouponLists>): Promise<void> {
  await trx.insertInto('coupon_lists').values(row).execute()
}

export async function renameCouponList(
  db: Db | Trx,
  { projectId, listId, name }: CouponListRef & { name: string },
): Promise<void> {
  await db
    .updateTable('coupon_lists')
    .set({ name })
    .where('project_id', '=', projectId)
    .where('id', '=', listId)
    .execute()
}

/** Waits for emails that take codes of the list, and for content that names it. */
export async function lockListToDelete(
  trx: Trx,
  { projectId, listId }: CouponListRef,
): Promise<{ key: string } | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from coupon_lists where project_id = ${projectId} and id = ${listId} for update`.execute(trx)
  return rows[0]
}

/** Deletes the codes of the list, too. */
export async function deleteCouponList(trx: Trx, { projectId, listId }: CouponListRef): Promise<void> {
  await trx.deleteFrom('coupon_lists').where('project_id', '=', projectId).where('id', '=', listId).execute()
}

type NewCodes = CouponListRef & { codes: readonly { id: CouponCodeId; code: string }[]; now: Date }

/** Skips codes that the list has. @returns how many were added */
export async function insertCodes(trx: Trx, { projectId, listId, codes, now }: NewCodes): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into coupon_codes (project_id, id, list_id, code, created_at)
    select ${projectId}, given.id, ${listId}, given.code, ${now}
    from unnest(${codes.map(({ id }) => id)}::uuid[], ${codes.map(({ code }) => code)}::text[]) as given (id, code)
    order by given.id on conflict (project_id, list_id, code) do nothing`.execute(trx)
  return Number(numAffectedRows)
}

export type CouponCodeRow = Selectable<CouponCodes> & { email: string | null }

export type CodeFilter = {
  status?: 'free' | 'taken' | undefined
  contactId?: ContactId | undefined
  campaignId?: string | undefined
  workflowId?: string | undefined
  search?: string | undefined
}
type CodesQuery = CouponListRef & { filter: CodeFilter }

/** In the order in which they were added, which is that in which they are taken. */
export async function listCodes(
  db: Db | Trx,
  { limit, before: after, ...query }: CodesQuery & { limit: number; before: string | undefined },
): Promise<Page<CouponCodeRow>> {
  const position = after === undefined ? sql`` : sql`and x.id > ${after}::uuid`
  const { rows } = await sql<CouponCodeRow>`
    select x.*, k.email from coupon_codes as x
    left join contacts as k on k.project_id = x.project_id and k.id = x.contact_id
    where ${await matching(db, query)} ${position} order by x.id limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const countCodes = async (db: Db | Trx, query: CodesQuery): Promise<number> =>
  countRows(db, sql`coupon_codes as x where ${await matching(db, query)}`)

async function matching(
  db: Db | Trx,
  { projectId, listId, filter }: CodesQuery,
): Promise<RawBuilder<unknown>> {
  const { status, contactId, campaignId, workflowId, search } = filter
  const conditions = [
    sql`x.project_id = ${projectId} and x.list_id = ${listId}`,
    ...(status === undefined
      ? []
      : [status === 'free' ? sql`x.taken_at is null` : sql`x.taken_at is not null`]),
    ...(contactId === undefined ? [] : [sql`x.contact_id = ${contactId}`]),
    ...(campaignId === undefined ? [] : [sql`x.campaign_id = ${campaignId}`]),
    ...(workflowId === undefined ? [] : [sql`x.workflow_id = ${workflowId}`]),
    ...(isSearched(search) ? [await isFound(db, { projectId, search: search.trim() })] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Whether the text is part of the code, or of the address of the contact who has it. Reads the codes of the list. */
async function isFound(
  db: Db | Trx,
  { projectId, search }: { projectId: ProjectId; search: string },
): Promise<RawBuilder<unknown>> {
  const isTaker = await isAboutAddress(db, { projectId, search, table: 'x' })
  return sql`(${containsText(sql.ref('x.code'), search)} or ${isTaker})`
}
