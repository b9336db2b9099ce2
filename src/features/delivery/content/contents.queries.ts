import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Blobs, ContentBodies, Contents } from '../../../platform/db/tables.ts'
import type { ContentId, ProjectId } from '../../../platform/ids.ts'

export type ContentRow = Selectable<Contents> &
  Pick<Selectable<ContentBodies>, 'html' | 'text_part' | 'attachments'>

/** Undefined as well when its body has been erased. */
export async function findContent(
  db: Db | Trx,
  { projectId, contentId }: { projectId: ProjectId; contentId: ContentId },
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('contents as c')
    .innerJoin('content_bodies as b', (join) =>
      join.onRef('b.project_id', '=', 'c.project_id').onRef('b.content_id', '=', 'c.id'),
    )
    .selectAll('c')
    .select(['b.html', 'b.text_part', 'b.attachments'])
    .where('c.project_id', '=', projectId)
    .where('c.id', '=', contentId)
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
