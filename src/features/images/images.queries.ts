import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Images } from '../../platform/db/tables.ts'
import type { ImageId, ProjectId } from '../../platform/ids.ts'

export type ImageRow = Omit<Selectable<Images>, 'bytes' | 'object_key'>

const COLUMNS = [
  'project_id',
  'id',
  'token',
  'name',
  'content_type',
  'width',
  'height',
  'size',
  'created_at',
] as const

export async function insertImage(db: Db | Trx, row: Insertable<Images>): Promise<ImageRow> {
  return db.insertInto('images').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

export async function listImages(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before?: string | undefined },
): Promise<Page<ImageRow>> {
  const query = db.selectFrom('images').select(COLUMNS).where('project_id', '=', projectId)
  return readPage(query, { limit, before })
}

export const countImages = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`images where project_id = ${projectId}`)

/** Found by its token alone, because readers of an email have no key. */
export async function findImage(
  db: Db,
  { token }: { token: string },
): Promise<Pick<Selectable<Images>, 'bytes' | 'object_key' | 'content_type'> | undefined> {
  return db
    .selectFrom('images')
    .select(['bytes', 'object_key', 'content_type'])
    .where('token', '=', token)
    .executeTakeFirst()
}

/** @returns false if it does not exist */
export async function deleteImage(
  db: Db | Trx,
  { projectId, imageId }: { projectId: ProjectId; imageId: ImageId },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('images')
    .where('project_id', '=', projectId)
    .where('id', '=', imageId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
