import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { Partials, PartialVersions } from '../../../platform/db/tables.ts'
import type { PartialId, ProjectId, TemplateId } from '../../../platform/ids.ts'

export type PartialRef = { projectId: ProjectId; partialId: PartialId }
/** The current version, with the name and the times of the partial. */
export type PartialRow = Selectable<Partials> & { body: string }
export type PartialVersionRow = Selectable<PartialVersions>

const CURRENT = sql`
  select p.*, v.body from partials as p
  join partial_versions as v on v.project_id = p.project_id and v.partial_id = p.id and v.version = p.version`

export async function findPartial(
  db: Db | Trx,
  { projectId, partialId }: PartialRef,
): Promise<PartialRow | undefined> {
  const { rows } =
    await sql<PartialRow>`${CURRENT} where p.project_id = ${projectId} and p.id = ${partialId}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function listPartials(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<PartialRow>> {
  const position = before === undefined ? sql`` : sql`and p.id < ${before}::uuid`
  const { rows } = await sql<PartialRow>`
    ${CURRENT} where p.project_id = ${projectId} ${position} order by p.id desc limit ${limit + 1}`.execute(
    db,
  )
  return cutPage(rows, limit)
}

/** At most a hundred. */
export const countPartials = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`partials where project_id = ${projectId}`)

/** The current versions of the partials with these keys. Unknown keys are left out. */
export async function listPartialsByKey(
  db: Db | Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<PartialRow[]> {
  const { rows } = await sql<PartialRow>`
    ${CURRENT} where p.project_id = ${projectId} and p.key = any(${keys}::text[])`.execute(db)
  return rows
}

export async function listPartialKeys(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from partials where project_id = ${projectId} order by key`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * A text that is different whenever a partial of the project was added, changed or deleted: ids and versions only grow. For caches
 * of texts that are prepared again and again.
 */
export async function readPartialsStamp(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', count(*), sum(version), max(id::text)) as stamp from partials
    where project_id = ${projectId}`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** Keeps these partials at their versions until the transaction ends. @returns those that exist */
export async function holdPartials(
  trx: Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<{ id: PartialId; key: string; version: number }[]> {
  const { rows } = await sql<{ id: PartialId; key: string; version: number }>`
    select id, key, version from partials where project_id = ${projectId} and key = any(${keys}::text[])
    order by id for share`.execute(trx)
  return rows
}

/** One at a time adds a partial to the project, so that the limit holds. */
export async function lockPartials(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('partials ' || ${projectId}, 0))`.execute(trx)
}

/** For update: waits for records that are being saved with it, and blocks others. */
export async function lockPartial(
  trx: Trx,
  { projectId, partialId }: PartialRef,
): Promise<{ key: string; version: number } | undefined> {
  const { rows } = await sql<{ key: string; version: number }>`
    select key, version from partials where project_id = ${projectId} and id = ${partialId} for update`.execute(
    trx,
  )
  return rows[0]
}

type NewPartial = PartialRef & { key: string; name: string; body: string; now: Date }

export async function insertPartial(
  trx: Trx,
  { projectId, partialId, key, name, body, now }: NewPartial,
): Promise<void> {
  const row = {
    project_id: projectId,
    id: partialId,
    key,
    name,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  await trx.insertInto('partials').values(row).execute()
  await insertPartialVersion(trx, { projectId, partialId, version: 1, body, now })
}

type NewVersion = PartialRef & { version: number; body: string; now: Date }

export async function insertPartialVersion(
  trx: Trx,
  { projectId, partialId, version, body, now }: NewVersion,
): Promise<void> {
  const row = { project_id: projectId, partial_id: partialId, version, body, created_at: now }
  await trx.insertInto('partial_versions').values(row).execute()
}

export async function updatePartial(
  trx: Trx,
  { projectId, partialId, name, version, now }: PartialRef & { name: string; version: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('partials')
    .set({ name, version, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', partialId)
    .execute()
}

/** Deletes its versions, too. */
export async function deletePartial(trx: Trx, { projectId, partialId }: PartialRef): Promise<void> {
  await trx.deleteFrom('partials').where('project_id', '=', projectId).where('id', '=', partialId).execute()
}

export async function findPartialVersion(
  db: Db | Trx,
  { projectId, partialId, version }: PartialRef & { version: number },
): Promise<PartialVersionRow | undefined> {
  return db
    .selectFrom('partial_versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('partial_id', '=', partialId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Newest first. */
export async function listPartialVersions(
  db: Db | Trx,
  { projectId, partialId, limit, before }: PartialRef & { limit: number; before: string | undefined },
): Promise<Page<PartialVersionRow>> {
  const position = before === undefined ? sql`` : sql`and version < ${before}::int`
  const { rows } = await sql<PartialVersionRow>`
    select * from partial_versions where project_id = ${projectId} and partial_id = ${partialId} ${position}
    order by version desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Zero if the partial does not exist: every partial has a version. */
export const countPartialVersions = (db: Db | Trx, { projectId, partialId }: PartialRef): Promise<number> =>
  countRows(db, sql`partial_versions where project_id = ${projectId} and partial_id = ${partialId}`)

type TemplatesQuery = PartialRef & { limit: number; after: TemplateId | null }

/** The templates that contain the partial, directly or by other partials, in the order of their ids. */
export async function listTemplatesWithPartial(
  db: Db | Trx,
  { projectId, partialId, limit, after }: TemplatesQuery,
): Promise<TemplateId[]> {
  const { rows } = await sql<{ id: TemplateId }>`
    with recursive containing (id) as (
      select ${partialId}::uuid
      union
      select u.user_id from containing as c
      join uses as u on u.project_id = ${projectId} and u.kind = 'partial' and u.used_id = c.id
      where u.user_kind = 'partial'
    )
    select distinct u.user_id as id from containing as c
    join uses as u on u.project_id = ${projectId} and u.kind = 'partial' and u.used_id = c.id
    where u.user_kind = 'template' and (${after}::uuid is null or u.user_id > ${after}::uuid)
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
