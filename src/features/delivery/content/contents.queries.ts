import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Blobs, Contents } from '../../../platform/db/tables.ts'
import type { ContentId, ProjectId } from '../../../platform/ids.ts'

export type ContentRow = Selectable<Contents>

export async function findContent(
  db: Db | Trx,
  { projectId, contentId }: { projectId: ProjectId; contentId: ContentId },
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('contents')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', contentId)
    .executeTakeFirst()
}

/** The bytes of attachments, by their hash. */
export async function listBlobs(
  db: Db | Trx,
  { projectId, hashes }: { projectId: ProjectId; hashes: readonly Buffer[] },
): Promise<Pick<Selectable<Blobs>, 'hash' | 'bytes'>[]> {
  if (hashes.length === 0) return []
  return db
    .selectFrom('blobs')
    .select(['hash', 'bytes'])
    .where('project_id', '=', projectId)
    .where('hash', 'in', hashes)
    .execute()
}
