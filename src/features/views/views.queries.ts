import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { SavedViews } from '../../platform/db/tables.ts'
import type { ProjectId, ViewId } from '../../platform/ids.ts'
import type { ViewedList } from './views.values.ts'

export type ViewRow = Selectable<SavedViews>
export type ViewRef = { projectId: ProjectId; viewId: ViewId }

type ViewQuery = { projectId: ProjectId; filter: { list?: ViewedList | undefined } }

const viewsOf = (db: Db | Trx, { projectId, filter: { list } }: ViewQuery) => {
  const query = db.selectFrom('saved_views').selectAll().where('project_id', '=', projectId)
  return list === undefined ? query : query.where('list', '=', list)
}

/** Newest first. */
export const listViews = (
  db: Db | Trx,
  { limit, before, ...query }: ViewQuery & { limit: number; before: string | undefined },
): Promise<Page<ViewRow>> => readPage(viewsOf(db, query), { limit, before })

export const countViews = (db: Db | Trx, { projectId, filter: { list } }: ViewQuery): Promise<number> =>
  countRows(
    db,
    sql`saved_views where project_id = ${projectId} and ${list === undefined ? sql`true` : sql`list = ${list}`}`,
  )

export const findView = (db: Db | Trx, { projectId, viewId }: ViewRef): Promise<ViewRow | undefined> =>
  db
    .selectFrom('saved_views')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', viewId)
    .executeTakeFirst()

/** One at a time adds a view to the project, so that the limit holds. */
export async function lockViews(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved views ' || ${projectId}, 0))`.execute(trx)
}

export const insertView = (trx: Trx, view: Insertable<SavedViews>): Promise<ViewRow> =>
  trx.insertInto('saved_views').values(view).returningAll().executeTakeFirstOrThrow()

type ViewChange = ViewRef & { name?: string | undefined; params?: string | undefined; now: Date }

/** @returns undefined if it does not exist */
export async function updateView(
  db: Db | Trx,
  { projectId, viewId, name, params, now }: ViewChange,
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    update saved_views set name = coalesce(${name ?? null}, name), params = coalesce(${params ?? null}::jsonb, params),
      updated_at = ${now}
    where project_id = ${projectId} and id = ${viewId} returning *`.execute(db)
  return rows[0]
}

/** @returns false if it does not exist */
export async function deleteView(db: Db | Trx, { projectId, viewId }: ViewRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('project_id', '=', projectId)
    .where('id', '=', viewId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
